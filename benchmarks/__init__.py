"""Benchmarks of dragoman: paired runs, medians, JSON into bench-results/."""

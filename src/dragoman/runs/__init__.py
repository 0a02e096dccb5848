"""The stories: the order in which a command walks through the rooms, and nothing else."""

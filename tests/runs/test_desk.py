"""The sign that stops a run."""

from __future__ import annotations

from dragoman.errors import ProviderCredit, ProviderTimeout
from dragoman.runs.desk import StopSign


def test_an_interruption_before_a_fault_stays_an_interruption():
    sign = StopSign()
    sign.interrupt()
    sign.raise_flag(ProviderCredit("no"))
    assert (sign.code, sign.fault.code) == ("interrupted", "ProviderCredit")


def test_a_fault_before_an_interruption_stays_the_fault():
    sign = StopSign()
    sign.raise_flag(ProviderCredit("no"))
    sign.raise_flag(ProviderTimeout("late"))
    sign.interrupt()
    assert (sign.code, sign.fault.code) == ("ProviderCredit", "ProviderCredit")

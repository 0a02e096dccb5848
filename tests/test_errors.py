from __future__ import annotations

from datetime import timedelta

from dragoman.errors import ConfigurationError, DragomanError, ProviderRateLimit


def test_an_error_says_place_message_and_remedy():
    fault = ConfigurationError("unknown key", path="L10N.md", line=3, remedy="Remove it.")
    assert str(fault) == "L10N.md:3: unknown key\n  Remove it."


def test_a_file_without_line_and_no_file_at_all():
    assert str(DragomanError("broken", path="a.md")) == "a.md: broken"
    assert str(DragomanError("broken")) == "broken"


def test_a_provider_error_carries_what_the_reply_said_about_waiting():
    fault = ProviderRateLimit("slow down", wait=timedelta(seconds=3))
    assert (fault.wait, fault.is_permanent, fault.retryable) == (timedelta(seconds=3), False, True)
    assert fault.kind == "provider-rate-limit"

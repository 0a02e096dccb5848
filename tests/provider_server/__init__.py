"""A provider for tests: real HTTP on loopback, both dialects, scripted and random faults.

In a test: `with run_provider(ServerOptions(latency_seconds=0.3)) as server: …`; as a program:
`python -m tests.provider_server --port 0`, which prints its address first. `/stats` counts;
`/control` takes `{"rules": […], "latency": …, "random_faults": …}` while it runs.
"""

from tests.provider_server.families import ANNOUNCERS, QUOTAS
from tests.provider_server.log import Exchange, count_exchanges, read_log
from tests.provider_server.running import RunningServer, run_provider
from tests.provider_server.script import WIRE_FAULTS, Fault, Rule
from tests.provider_server.server import ProviderServer, ServerOptions
from tests.provider_server.spoil import SPOILERS
from tests.provider_server.words import expected_translation, invert_translation

__all__ = [
    "ANNOUNCERS",
    "QUOTAS",
    "SPOILERS",
    "WIRE_FAULTS",
    "Exchange",
    "Fault",
    "ProviderServer",
    "Rule",
    "RunningServer",
    "ServerOptions",
    "count_exchanges",
    "expected_translation",
    "invert_translation",
    "read_log",
    "run_provider",
]

"""Documents to translate, and providers that live in the test: coroutines, nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import Document, FormatOptions
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.translation.candidate import Scope, Work

SCOPE = Scope("project", "i18n/de/a.md", "de", "credential", "pseudo")
SOURCE = (
    "# Install the tool\n\nRun **make** in [the folder](https://a.example/x) now.\n\n"
    "- First item\n- Second `code` item\n\nThe end of a _good_ story.\n"
)


def read(text: str) -> Document:
    return MARKDOWN.extract(text.encode(), FormatOptions(path="a.md", flavour="gfm"))


def make_work(text: str = SOURCE, **changes: object) -> Work:
    document = read(text)
    values: dict[str, object] = {
        "document": document,
        "plug": MARKDOWN,
        "keys": tuple(unit.key for unit in document.units),
        "scope": SCOPE,
        "source_language": "en",
    }
    return Work(**{**values, **changes})  # type: ignore[arg-type] # neither an error nor a reply: pairs  # the test knows


def shout(text: str) -> str:
    """The text in upper case, its tags as they are."""
    return "".join(
        part if part.startswith("<") else part.upper() for part in re.split(r"(<[^>]+>)", text)
    )


def answer(items: Sequence[object]) -> Reply:
    return Reply(json.dumps({"units": items}), Usage(1, 10, 0, 5))


class Provider:
    """Answers every request with `make(request)`, and remembers the requests."""

    def __init__(self, make: Callable[[Request], object]) -> None:
        self.requests: list[Request] = []
        self._make = make

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        made = self._make(request)
        if isinstance(made, Exception):
            raise made
        return made if isinstance(made, Reply) else answer(made)  # type: ignore[arg-type] # neither an error nor a reply: pairs

    def asked(self) -> list[list[str]]:
        return [[ask.text for ask in request.units] for request in self.requests]


def translate_well(request: Request) -> list[dict[str, object]]:
    return [{"id": ask.id, "text": shout(ask.text)} for ask in request.units]

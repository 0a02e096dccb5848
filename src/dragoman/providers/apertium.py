"""Apertium: rule-based translation by the installed program, in processes of a batch each."""

from __future__ import annotations

import asyncio
import contextlib
import html
import os
import re
import shutil
import signal
from collections.abc import Iterable, Sequence
from typing import Final

from dragoman.errors import NotConfigured, ProviderFault, ProviderTimeout
from dragoman.formats.tags import check_tags
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.contract import write_units
from dragoman.providers.model import Model

_CODES: Final = {
    "an": "arg", "ast": "ast", "be": "bel", "bs": "hbs", "ca": "cat", "da": "dan", "en": "eng",
    "es": "spa", "fr": "fra", "gl": "glg", "hr": "hbs", "is": "isl", "it": "ita", "mk": "mkd",
    "nb": "nob", "nn": "nno", "oc": "oci", "pt": "por", "ru": "rus", "sr": "hbs", "sv": "swe",
    "uk": "ukr",
}  # fmt: skip
"""BCP 47 language → the three letters that newer pairs are named by. *Source:* ISO 639-3."""

_TAG: Final = re.compile(r"</?g\d+>|<g\d+/>")
_PLACEHOLDER: Final = re.compile(
    r"\$?\{(?:[^{}]|\{[^{}]*+\})*+\}|%\([^()]*\)[#0\- +]*\d*\.?\d*[a-zA-Z]"
    r"|%(?:\d+\$)?[\d.]*(?:hh?|ll?|[zjt])?[sdifuxX@]"
    r"|\b(?:https?|mailto):[^\s<>]+"
)
"""What the program would translate and must not; braces may hold braces, as ICU messages do."""

_SPAN: Final = re.compile(r"<span id=\"g(?P<number>\d+)\">|</span>")
_UNIT: Final = re.compile(r"<u(\d+)>(.*?)</u\1>", re.DOTALL)
_TOKEN: Final = re.compile(rf"{_TAG.pattern}|<x(?P<mask>\d+)>\s*</x(?P=mask)>|<x(?P<short>\d+)/>")
_VOID: Final = re.compile(r"<g(\d+)>\s*</g\1>")


class ApertiumProvider:
    """Runs `apertium -f html-noent -u PAIR` with a batch on standard input.

    *Source:* STACK §2: html-noent keeps tags where the other formats break them, `-u` hides the
    marks of unknown words, and placeholders do not survive unless they are masked as tags.
    """

    def __init__(self, program: str, limit_seconds: float) -> None:
        """Takes the program's path and the time one batch may take."""
        self._program = program
        self._limit_seconds = limit_seconds
        self._pairs: frozenset[str] = frozenset()

    async def translate(self, request: Request) -> Reply:
        """Every unit the program had words for; an empty translation stays empty.

        Raises: NotConfigured (pair not installed), ProviderTimeout, ProviderFault.
        """
        if not self._pairs:
            self._pairs = frozenset((await self._run(["-l"], "")).split())
        pair = choose_pair(request.source_language, request.target_language, self._pairs)
        if pair is None:
            raise NotConfigured(
                f"no installed pair goes from {request.source_language} to "
                f"{request.target_language}",
                remedy="Install one, for example: apt-get install apertium-eng-spa.",
            )
        found = await self._translate_texts(pair, [unit.text for unit in request.units])
        answered = zip(request.units, found, strict=True)
        pairs = [(unit.id, text) for unit, text in answered if text is not None]
        return Reply(write_units(pairs), Usage(requests=1))

    async def close(self) -> None:
        """Nothing to release: no process outlives its batch."""

    async def _translate_texts(self, pair: str, texts: Sequence[str]) -> list[str | None]:
        """The translations; with tags that the program reads as inline where they survive it.

        Around inline tags it sees whole phrases ("la casa <g1>azul</g1>"), but a phrase that it
        takes apart gets its tag twice; such texts are asked again with tags that it knows nothing
        of, which break the phrase and stay ("El <g1>Azul</g1> La casa").
        """
        found = await self._translate_page(pair, texts, is_inline=True)
        again = [
            at
            for at, (text, answer) in enumerate(zip(texts, found, strict=True))
            if _TAG.search(text) and (answer is None or check_tags(text, answer) is not None)
        ]
        if again:
            rest = [texts[at] for at in again]
            plainer = await self._translate_page(pair, rest, is_inline=False)
            for at, answer in zip(again, plainer, strict=True):
                found[at] = answer
        return found

    async def _translate_page(
        self, pair: str, texts: Sequence[str], *, is_inline: bool
    ) -> list[str | None]:
        page, masked = write_page(texts, is_inline=is_inline)
        answer = await self._run(["-f", "html-noent", "-u", pair], page)
        return read_page(answer, texts, masked)

    async def _run(self, arguments: Sequence[str], text: str) -> str:
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"}
        process = await asyncio.create_subprocess_exec(
            self._program,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(self._limit_seconds):
                answer, _ = await process.communicate(text.encode())
        except TimeoutError as fault:
            raise ProviderTimeout("apertium did not answer in time") from fault
        finally:
            if process.returncode is None:
                # The pipeline behind the program is a group of its own, and goes as a whole.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        if process.returncode != 0:
            raise ProviderFault("apertium failed")
        return answer.decode(errors="replace")


def open_apertium(model: Model) -> ApertiumProvider:
    """The provider that runs the installed program. Raises: NotConfigured when there is none."""
    program = shutil.which("apertium")
    if program is None:
        raise NotConfigured(
            "apertium is not installed",
            remedy="Install it with a pair: apt-get install apertium apertium-eng-spa.",
        )
    return ApertiumProvider(program, model.timeout.total_seconds())


def choose_pair(source: str, target: str, installed: Iterable[str]) -> str | None:
    """The installed pair for two BCP 47 tags, None when there is none.

    Pairs are named by two or by three letters; a region narrows the target when a pair has it.

    >>> choose_pair("en", "es-ES", ["eng-spa", "spa-eng"]), choose_pair("en", "de", ["eng-spa"])
    ('eng-spa', None)
    """
    known = set(installed)
    sources = _name_language(source)
    targets = _name_language(target)
    for region in target.split("-")[1:]:
        targets = [f"{name}_{region.upper()}" for name in _name_language(target)] + targets
    wanted = (f"{one}-{other}" for one in sources for other in targets)
    return next((pair for pair in wanted if pair in known), None)


def write_page(texts: Sequence[str], *, is_inline: bool = False) -> tuple[str, list[list[str]]]:
    """One page for the program, a `<uN>` element a text, and what was masked in each text.

    With `is_inline` a pair of tags is written as a `<span>`, which the program reads as inline.

    >>> write_page(["a <g1/> & {b}"])
    ('<u0>a <g1/> &amp; <x0/></u0>', [['{b}']])
    >>> write_page(["<g1>a</g1>"], is_inline=True)[0]
    '<u0><span id="g1">a</span></u0>'
    """
    blocks: list[str] = []
    masked: list[list[str]] = []
    for number, text in enumerate(texts):
        kept: list[str] = []
        pieces = [_mask(piece, kept) for piece in _split_tags(text)]
        if is_inline:
            pieces = [_write_inline(piece) for piece in pieces]
        blocks.append(f"<u{number}>{''.join(pieces)}</u{number}>")
        masked.append(kept)
    return "\n\n".join(blocks), masked


def read_page(page: str, texts: Sequence[str], masked: Sequence[Sequence[str]]) -> list[str | None]:
    """The translation of each text, None where the program lost the element.

    >>> read_page("<u0>b <g1></g1> &amp; <x0></x0></u0>", ["a <g1/> & {b}"], [["{b}"]])
    ['b <g1/> & {b}']
    """
    found: list[str | None] = [None] * len(texts)
    for match in _UNIT.finditer(page):
        number = int(match[1])
        if number < len(texts):
            found[number] = _restore(match[2], texts[number], masked[number])
    return found


def _name_language(tag: str) -> list[str]:
    code = tag.partition("-")[0].lower()
    return [_CODES[code], code] if code in _CODES else [code]


def _split_tags(text: str) -> list[str]:
    """Tags and what is between them, in turn; tags stand at odd places."""
    return re.split(f"({_TAG.pattern})", text)


def _mask(piece: str, kept: list[str]) -> str:
    if _TAG.fullmatch(piece):
        return piece
    words: list[str] = []
    at = 0
    for match in _PLACEHOLDER.finditer(piece):
        words += [html.escape(piece[at : match.start()], quote=False), f"<x{len(kept)}/>"]
        kept.append(match[0])
        at = match.end()
    return "".join(words) + html.escape(piece[at:], quote=False)


def _write_inline(piece: str) -> str:
    if not _TAG.fullmatch(piece) or piece.endswith("/>"):
        return piece
    return "</span>" if piece.startswith("</") else f'<span id="{piece[1:-1]}">'


def _read_inline(answer: str) -> str:
    """The answer with its spans as tags again; the end of a span belongs to the last one open."""
    opened: list[str] = []

    def rename(span: re.Match[str]) -> str:
        if span["number"]:
            opened.append(span["number"])
            return f"<g{span['number']}>"
        return f"</g{opened.pop()}>" if opened else ""

    return _SPAN.sub(rename, answer)


def _restore(answer: str, text: str, kept: Sequence[str]) -> str:
    """The answer as a text: voids written as such again, entities decoded, masks lifted."""
    answer = _read_inline(answer)
    voids = set(re.findall(r"<g(\d+)/>", text))
    answer = _VOID.sub(lambda tag: f"<g{tag[1]}/>" if tag[1] in voids else tag[0], answer)
    pieces: list[str] = []
    at = 0
    for token in _TOKEN.finditer(answer):
        pieces.append(html.unescape(answer[at : token.start()]))
        number = token["mask"] or token["short"]
        if number is None:
            pieces.append(token[0])
        elif int(number) < len(kept):
            pieces.append(kept[int(number)])
        at = token.end()
    return "".join(pieces) + html.unescape(answer[at:])

"""HTTP/1.1, as much as a provider's clients need: bodies by length or in chunks, keep-alive."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

LONGEST_BODY_BYTES = 64_000_000
"""Beyond this no request is meant seriously."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request; header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_last(self) -> bool:
        """Whether the client closes the connection after the answer."""
        return self.headers.get("connection", "").lower() == "close"


async def read_request(reader: asyncio.StreamReader) -> HttpRequest | None:
    """The next request of a connection, None at its end. Raises: ValueError for no HTTP."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _version = first.split(" ")
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    try:
        body = await _read_body(reader, headers)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return HttpRequest(method, path, headers, body)


async def _read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _read_chunks(reader)
    length = int(headers.get("content-length", "0"))
    if not 0 <= length <= LONGEST_BODY_BYTES:
        raise ValueError("absurd length")
    return await reader.readexactly(length)


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        if not 0 < size <= LONGEST_BODY_BYTES - len(body):
            raise ValueError("absurd length")
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    while await reader.readuntil(b"\r\n") != b"\r\n":
        """Trailers say nothing here."""
    return bytes(body)


def write_response(status: int, headers: Mapping[str, str], body: bytes) -> bytes:
    """The bytes of a response."""
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = "Overloaded" if status == 529 else "Unknown"
    sent = {"content-type": "application/json", **headers, "content-length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return f"HTTP/1.1 {status} {phrase}\r\n{head}\r\n".encode("latin-1") + body


def is_gone(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Whether the client has closed its end."""
    return reader.at_eof() or reader.exception() is not None or writer.is_closing()

"""Requests and event streams over HTTP for asyncio. The standard library has no HTTP client for it: this one knows what a POST needs."""

from __future__ import annotations

import asyncio
import inspect
import re
import ssl
from contextlib import aclosing, asynccontextmanager
from typing import Any, AsyncGenerator, AsyncIterator, Awaitable, Callable, Dict, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import urlsplit

from .errors import RungraphError, connection_failed
from .http import RESPONSE_TYPES, checked_token, data_of, refusal, request_of

#: Gives the API key or access token: "" for none. A function is called at first, and again with the refused token when the server refuses it.
AsyncToken = Union[str, Callable[[Optional[str]], Union[str, Awaitable[str]]]]

Value = TypeVar("Value")

#: What a broken connection, or a server that speaks no HTTP, makes of a read.
FAILURES = (OSError, EOFError, ValueError)
#: Bytes of a body that are taken at a time.
PIECE = 65_536
MAX_HEADERS = 200


class AsyncConnection:
    """Sends operations with the token of a client."""

    def __init__(self, url: str, token: AsyncToken, headers: Mapping[str, str], timeout: float) -> None:
        self._url = url
        self._token = token
        self._kept: Optional[str] = token if isinstance(token, str) else None
        self._headers = headers
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._tls: Optional[ssl.SSLContext] = None

    @asynccontextmanager
    async def open(
        self, query: str, variables: Mapping[str, Any], accept: str, token: str
    ) -> AsyncIterator[AsyncResponse]:
        """The response. Raises RungraphError if the server refuses, or cannot be reached."""
        body, headers = request_of(query, variables, {"accept": accept, **self._headers}, token)
        url = urlsplit(self._url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f"{self._url} is no URL of a server")
        head = _head_of(url, {**headers, "content-length": str(len(body)), "connection": "close"})
        if url.scheme == "https" and self._tls is None:
            self._tls = ssl.create_default_context()
        port = url.port or (443 if url.scheme == "https" else 80)
        try:
            wire = await Wire.open(url.hostname, port, self._tls, self._timeout)
        except FAILURES as error:
            raise connection_failed(error) from error
        try:
            try:
                await wire.send(head + body)
                response = await AsyncResponse.read_head(wire)
            except FAILURES as error:
                raise connection_failed(error) from error
            if response.status >= 300:
                raise refusal(response.status, response.headers.get("retry-after"), await response.text())
            yield response
        finally:
            # The rest of the response is not needed: do not wait for the server.
            wire.close()

    async def current_token(self) -> str:
        """The token to send. Raises RungraphError for a text that is no token."""
        async with self._lock:
            if self._kept is None and not isinstance(self._token, str):
                self._kept = await _given(self._token, None)
            return checked_token(self._kept or "")

    async def replace_token(self, refused: str) -> bool:
        """The server refused this token. Whether there is another one to try: another task may have asked for it already."""
        if isinstance(self._token, str):
            return False
        async with self._lock:
            if self._kept == refused:
                self._kept = await _given(self._token, refused)
            return self._kept != refused

    async def request(self, query: str, variables: Mapping[str, Any]) -> Dict[str, Any]:
        """The data of a query or mutation. Raises RungraphError."""
        token = await self.current_token()
        try:
            return await self._answer(query, variables, token)
        except RungraphError as error:
            if error.status != 401 or not await self.replace_token(token):
                raise
        return await self._answer(query, variables, await self.current_token())

    async def _answer(self, query: str, variables: Mapping[str, Any], token: str) -> Dict[str, Any]:
        async with self.open(query, variables, RESPONSE_TYPES, token) as response:
            return data_of(response.status, await response.text())


class Wire:
    """A connection on which each read ends after so many seconds.

    It does without `asyncio.wait_for`: on Python 3.10 and 3.11 a task that is cancelled in it goes on if data comes at the same moment.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, timeout: float) -> None:
        self._reader = reader
        self._writer = writer
        self._timeout = timeout
        self._is_late = False

    @classmethod
    async def open(cls, host: str, port: int, tls: Optional[ssl.SSLContext], timeout: float) -> Wire:
        """Raises one of FAILURES."""
        opening = asyncio.ensure_future(asyncio.open_connection(host, port, ssl=tls))
        try:
            await asyncio.wait([opening], timeout=timeout)
            if not opening.done():
                raise TimeoutError("the server did not answer in time")
            return cls(*opening.result(), timeout)
        except BaseException:
            opening.add_done_callback(_abandon)
            opening.cancel()
            raise

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._in_time(self._writer.drain())

    async def line(self) -> bytes:
        return await self._in_time(self._reader.readline())

    async def piece(self, at_most: int = PIECE) -> bytes:
        """What has come; nothing at the end."""
        return await self._in_time(self._reader.read(at_most))

    def close(self) -> None:
        self._writer.transport.abort()

    async def _in_time(self, working: Awaitable[Value]) -> Value:
        timer = asyncio.get_running_loop().call_later(self._timeout, self._give_up)
        try:
            value = await working
        finally:
            timer.cancel()
        if self._is_late:
            raise TimeoutError("nothing came in time")
        return value

    def _give_up(self) -> None:
        self._is_late = True
        self.close()


class AsyncResponse:
    """A response whose body has not been read yet."""

    def __init__(self, status: int, headers: Mapping[str, str], wire: Wire) -> None:
        self.status = status
        #: By their names in lower case.
        self.headers = headers
        self._wire = wire

    @classmethod
    async def read_head(cls, wire: Wire) -> AsyncResponse:
        """Raises one of FAILURES."""
        while True:
            line = await wire.line()
            status = re.match(rb"HTTP/1\.[01] ([1-9]\d\d)\b", line)
            if status is None:
                raise ValueError("the answer is not HTTP" if line else "the server closed the connection")
            headers: Dict[str, str] = {}
            for _ in range(MAX_HEADERS):
                line = await wire.line()
                name, _, value = line.decode("latin-1").partition(":")
                if not name.strip():
                    break
                headers[name.strip().lower()] = value.strip()
            else:
                raise ValueError("the answer has too many headers")
            if not line:
                raise EOFError("the server closed the connection")
            # One of the class 1xx comes before the response.
            if int(status[1]) >= 200:
                return cls(int(status[1]), headers, wire)

    async def text(self) -> str:
        """The body. Raises RungraphError."""
        body = bytearray()
        async with aclosing(self._pieces()) as pieces:
            async for piece in pieces:
                body += piece
        return body.decode(errors="replace")

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """The lines of the body as they come, without what follows the last line break. Raises RungraphError."""
        rest, searched = bytearray(), 0
        async with aclosing(self._pieces()) as pieces:
            async for piece in pieces:
                rest += piece
                while (end := rest.find(b"\n", searched)) >= 0:
                    line = bytes(rest[: end + 1])
                    del rest[: end + 1]
                    searched = 0
                    yield line
                searched = len(rest)

    async def _pieces(self) -> AsyncGenerator[bytes, None]:
        try:
            if "chunked" in self.headers.get("transfer-encoding", "").lower():
                while (left := int((await self._wire.line()).split(b";")[0], 16)) > 0:
                    async for piece in self._exactly(left):
                        yield piece
                    await self._wire.line()
            elif "content-length" in self.headers:
                async for piece in self._exactly(int(self.headers["content-length"])):
                    yield piece
            else:
                while piece := await self._wire.piece():
                    yield piece
        except FAILURES as error:
            raise connection_failed(error) from error

    async def _exactly(self, left: int) -> AsyncGenerator[bytes, None]:
        while left > 0:
            piece = await self._wire.piece(min(left, PIECE))
            if not piece:
                raise EOFError("the connection was interrupted")
            left -= len(piece)
            yield piece


def _head_of(url: Any, headers: Mapping[str, str]) -> bytes:
    """Raises ValueError for a header that would be more than one."""
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    host = url.netloc.rpartition("@")[2]
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {"host": host, **headers}.items())]
    if re.search(r"[\0-\x20\x7f]", path + host) or any(re.search(r"[\r\n\0]", line) for line in lines):
        raise ValueError("the URL has a space, or a header a line break")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


async def _given(token: Callable[[Optional[str]], Union[str, Awaitable[str]]], refused: Optional[str]) -> str:
    given = token(refused)
    return await given if inspect.isawaitable(given) else given


def _abandon(opening: asyncio.Future[Tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
    """Closes a connection that came too late."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result()[1].transport.abort()

"""The client for asyncio."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, AsyncGenerator, Awaitable, Callable, Dict, List, Mapping, Optional, TypeVar

from . import schema
from .async_http import AsyncConnection, AsyncToken
from .errors import RungraphError, connection_failed
from .http import EventReader, expect_stream
from .retries import (
    MAX_RETRIES,
    Following,
    MessageText,
    accepted,
    event_of,
    following_of,
    input_of,
    pause_after,
    result_of,
    run_of,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

Value = TypeVar("Value")


class AsyncClient:
    """A client of one Rungraph for asyncio: the methods of `Client`, as coroutines and asynchronous generators.

    A cancelled task closes its connection at once. Each subscription has a connection of its own, and no thread. `token` is an API key or
    access token, or a function, also an `async` one, that gives one: it is called with None at first, and with the refused token when the
    server refuses it. `timeout` is the time in seconds without a sign of life after which a connection counts as broken; the server sends
    one every 12 seconds. Proxies of the environment (`HTTPS_PROXY`) are not used.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:4000/graphql",
        token: AsyncToken = "",
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = 30,
    ) -> None:
        self._connection = AsyncConnection(url, token, headers or {}, timeout)

    async def query(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """The data of a query. Retried if that can help. Raises RungraphError."""
        return await self._repeat(lambda: self.mutate(document, variables))

    async def mutate(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """The data of a mutation. Sent once: after a broken connection nobody knows whether the server executed it. Raises RungraphError."""
        return await self._connection.request(document, variables or {})

    async def subscribe(
        self, document: str, variables: Optional[Mapping[str, Any]] = None
    ) -> AsyncGenerator[Dict[str, Any], None]:
        """The data of a subscription, over broken connections and restarts of the server.

        With the variable `after` and the field `cursor`, each event comes once and in order. Raises RungraphError if a retry cannot succeed.
        """
        following = Following(variables)
        while True:
            token = ""
            try:
                token = await self._connection.current_token()
                async with aclosing(self._results(document, following, token)) as results:
                    async for data in results:
                        yield data
                        following.processed(data)
                return
            except RungraphError as error:
                if following.wants_token(error) and not await self._connection.replace_token(token):
                    raise
                pause = following.pause(error)
            await asyncio.sleep(pause)

    async def follow(
        self,
        run_id: str,
        after: Optional[str] = None,
        types: Optional[List[str]] = None,
        include_descendants: bool = False,
    ) -> AsyncGenerator[schema.RunEvent, None]:
        """Every event of a run, each once and in order, until the run has ended or paused.

        It continues over broken connections and restarts of the server. The cursor of an event that you have processed is the place from
        which another process continues (`after`). Raises RungraphError if a retry cannot succeed.
        """
        variables = following_of(run_id, after, types, include_descendants)
        async with aclosing(self.subscribe(schema.RUN_EVENTS, variables)) as results:
            async for data in results:
                yield event_of(data)

    async def text(self, run_id: str) -> AsyncGenerator[str, None]:
        """The text of the newest message of a run, so far, whenever it grows. A discarded attempt makes it empty."""
        message = MessageText()
        async with aclosing(self.follow(run_id, types=MessageText.TYPES)) as events:
            async for event in events:
                if message.add(event):
                    yield message.text

    async def trigger(self, **given: Unpack[schema.TriggerRunInput]) -> schema.TriggerRunResult:
        """Starts a run: `await trigger(agent="demo-chat", input="Hello")`.

        An idempotency key is added if you give none: what is retried starts one run. Raises RungraphError with the code of the refusal.
        """
        variables = input_of("TriggerRunInput", given)
        answer = await self._repeat(lambda: self.mutate(schema.TRIGGER_RUN, variables))
        return accepted(schema.TriggerRunResult, answer["triggerRun"])

    async def result(self, run_id: str) -> schema.Run:
        """Waits until a run has ended or paused. A run that failed is a result too. Raises RungraphError."""
        losses = 0
        while True:
            try:
                async for _ in self.subscribe(schema.RUN_END, {"runId": run_id}):
                    pass
                break
            except RungraphError as error:
                # The database has lost a part of the log. There is no cursor that could be of that part: it begins again.
                if error.code != "CURSOR_INVALID" or losses == MAX_RETRIES:
                    raise
                losses += 1
        return run_of(run_id, await self.query(schema.RUN_RESULT, {"id": run_id}))

    async def resolve_gate(self, **given: Unpack[schema.ResolveGateInput]) -> schema.ResolveGateResult:
        """Decides about a gate: `await resolve_gate(id=gate.id, decision="APPROVE")`. Raises RungraphError with the code of the refusal."""
        answer = await self.mutate(schema.RESOLVE_GATE, input_of("ResolveGateInput", given))
        return accepted(schema.ResolveGateResult, answer["resolveGate"])

    async def abort(self, **given: Unpack[schema.AbortRunInput]) -> schema.AbortRunResult:
        """Aborts a run: `await abort(id=run.id)`. Raises RungraphError with the code of the refusal."""
        answer = await self.mutate(schema.ABORT_RUN, input_of("AbortRunInput", given))
        return accepted(schema.AbortRunResult, answer["abortRun"])

    async def _results(
        self, document: str, following: Following, token: str
    ) -> AsyncGenerator[Dict[str, Any], None]:
        """The data of each result of one connection, until it is complete."""
        events = EventReader()
        async with self._connection.open(document, following.variables, "text/event-stream", token) as stream:
            expect_stream(stream.headers.get("content-type"))
            following.opened()
            async with aclosing(stream.lines()) as lines:
                async for line in lines:
                    name, text = events.add(line) or ("", "")
                    if name == "complete":
                        return
                    if name == "next":
                        yield result_of(text)
        raise connection_failed("the event stream was interrupted")

    async def _repeat(self, attempt: Callable[[], Awaitable[Value]]) -> Value:
        retries = 0
        while True:
            try:
                return await attempt()
            except RungraphError as error:
                pause = pause_after(error, retries)
            await asyncio.sleep(pause)
            retries += 1

"""The client that blocks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, TypeVar

from . import schema
from .errors import RungraphError, connection_failed
from .http import Connection, Token, expect_stream, read_events
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


class Client:
    """A client of one Rungraph. Each subscription has a connection of its own.

    `token` is an API key or access token, or a function that gives one: it is called with None at first, and with the refused token when
    the server refuses it. `timeout` is the time in seconds without a sign of life after which a connection counts as broken; the server
    sends one every 12 seconds.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:4000/graphql",
        token: Token = "",
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = 30,
    ) -> None:
        self._connection = Connection(url, token, headers or {}, timeout)

    def query(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """The data of a query. Retried if that can help. Raises RungraphError."""
        return self._repeat(lambda: self.mutate(document, variables))

    def mutate(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """The data of a mutation. Sent once: after a broken connection nobody knows whether the server executed it. Raises RungraphError."""
        return self._connection.request(document, variables or {})

    def subscribe(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Iterator[Dict[str, Any]]:
        """The data of a subscription, over broken connections and restarts of the server.

        With the variable `after` and the field `cursor`, each event comes once and in order. Raises RungraphError if a retry cannot succeed.
        """
        following = Following(variables)
        while True:
            token = ""
            try:
                token = self._connection.current_token()
                for data in self._results(document, following, token):
                    yield data
                    following.processed(data)
                return
            except RungraphError as error:
                if following.wants_token(error) and not self._connection.replace_token(token):
                    raise
                time.sleep(following.pause(error))

    def follow(
        self,
        run_id: str,
        after: Optional[str] = None,
        types: Optional[List[str]] = None,
        include_descendants: bool = False,
    ) -> Iterator[schema.RunEvent]:
        """Every event of a run, each once and in order, until the run has ended or paused.

        It continues over broken connections and restarts of the server. The cursor of an event that you have processed is the place from
        which another process continues (`after`). Raises RungraphError if a retry cannot succeed.
        """
        variables = following_of(run_id, after, types, include_descendants)
        for data in self.subscribe(schema.RUN_EVENTS, variables):
            yield event_of(data)

    def text(self, run_id: str) -> Iterator[str]:
        """The text of the newest message of a run, so far, whenever it grows. A discarded attempt makes it empty."""
        message = MessageText()
        for event in self.follow(run_id, types=MessageText.TYPES):
            if message.add(event):
                yield message.text

    def trigger(self, **given: Unpack[schema.TriggerRunInput]) -> schema.TriggerRunResult:
        """Starts a run: `trigger(agent="demo-chat", input="Hello")`.

        An idempotency key is added if you give none: what is retried starts one run. Raises RungraphError with the code of the refusal.
        """
        variables = input_of("TriggerRunInput", given)
        answer = self._repeat(lambda: self.mutate(schema.TRIGGER_RUN, variables))
        return accepted(schema.TriggerRunResult, answer["triggerRun"])

    def result(self, run_id: str) -> schema.Run:
        """Waits until a run has ended or paused. A run that failed is a result too. Raises RungraphError."""
        losses = 0
        while True:
            try:
                for _ in self.subscribe(schema.RUN_END, {"runId": run_id}):
                    pass
                break
            except RungraphError as error:
                # The database has lost a part of the log. There is no cursor that could be of that part: it begins again.
                if error.code != "CURSOR_INVALID" or losses == MAX_RETRIES:
                    raise
                losses += 1
        return run_of(run_id, self.query(schema.RUN_RESULT, {"id": run_id}))

    def resolve_gate(self, **given: Unpack[schema.ResolveGateInput]) -> schema.ResolveGateResult:
        """Decides about a gate: `resolve_gate(id=gate.id, decision="APPROVE")`. Raises RungraphError with the code of the refusal."""
        answer = self.mutate(schema.RESOLVE_GATE, input_of("ResolveGateInput", given))
        return accepted(schema.ResolveGateResult, answer["resolveGate"])

    def abort(self, **given: Unpack[schema.AbortRunInput]) -> schema.AbortRunResult:
        """Aborts a run: `abort(id=run.id)`. Raises RungraphError with the code of the refusal."""
        answer = self.mutate(schema.ABORT_RUN, input_of("AbortRunInput", given))
        return accepted(schema.AbortRunResult, answer["abortRun"])

    def _results(self, document: str, following: Following, token: str) -> Iterator[Dict[str, Any]]:
        """The data of each result of one connection, until it is complete."""
        with self._connection.open(document, following.variables, "text/event-stream", token) as stream:
            expect_stream(stream.headers.get("content-type"))
            following.opened()
            for name, text in read_events(stream):
                if name == "complete":
                    return
                if name == "next":
                    yield result_of(text)
        raise connection_failed("the event stream was interrupted")

    def _repeat(self, attempt: Callable[[], Value]) -> Value:
        retries = 0
        while True:
            try:
                return attempt()
            except RungraphError as error:
                time.sleep(pause_after(error, retries))
                retries += 1

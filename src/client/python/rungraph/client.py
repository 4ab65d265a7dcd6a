"""The client."""

from __future__ import annotations

import random
import time
import uuid
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, TypeVar

from . import schema
from .errors import RungraphError, connection_failed, from_errors
from .http import Connection, Token, parse_json, read_events
from .parsing import parse, to_graphql

if TYPE_CHECKING:
    from typing_extensions import Unpack

Value = TypeVar("Value")

#: Requests that can be repeated are retried so often.
MAX_RETRIES = 5
#: So many tokens in a row were refused: the next one will be as well.
MAX_REFUSALS = 3


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
        sent, retries, refusals, was_open = dict(variables or {}), 0, 0, False
        while True:
            token = ""
            try:
                token = self._connection.current_token()
                for data in self._results(document, sent, token):
                    was_open, refusals = True, 0
                    if data is None:
                        continue
                    yield data
                    event = next(iter(data.values()))
                    if isinstance(event, dict) and event.get("cursor"):
                        sent["after"] = event["cursor"]  # the caller has processed the event
                    retries = 0
                return
            except RungraphError as error:
                if error.code == "UNAUTHENTICATED":
                    refusals += 1
                    if refusals >= MAX_REFUSALS or not self._connection.replace_token(token):
                        raise
                # While a Rungraph restarts, its proxy may answer in its place. Without a cursor there is none to refuse: the database
                # has lost what the subscription began with, and it starts again.
                elif not (
                    error.retryable
                    or (was_open and error.code == "INVALID_RESPONSE")
                    or (not sent.get("after") and error.code == "CURSOR_INVALID")
                ):
                    raise
                _pause(retries, error.retry_after)
                retries += 1

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
        variables: Dict[str, Any] = {"runId": run_id, "includeDescendants": include_descendants}
        if after:
            variables["after"] = after
        if types:
            variables["types"] = types
        for data in self.subscribe(schema.RUN_EVENTS, variables):
            event = data["runEvents"]
            # A newer server may have events that this client does not know.
            yield parse(schema.EVENTS.get(event["__typename"], schema.Event), event)

    def text(self, run_id: str) -> Iterator[str]:
        """The text of the newest message of a run, so far, whenever it grows. A discarded attempt makes it empty."""
        message, text = None, ""
        for event in self.follow(run_id, types=["TextDelta", "AttemptDiscarded", "FinalAnswer"]):
            before = text
            if isinstance(event, schema.TextDelta):
                text = _appended(text if event.message_id == message else "", event)
                message = event.message_id
            elif isinstance(event, schema.AttemptDiscarded) and event.message_id == message:
                text = ""
            elif isinstance(event, schema.FinalAnswer):
                text = event.text
            if text != before:
                yield text

    def trigger(self, **given: Unpack[schema.TriggerRunInput]) -> schema.TriggerRunResult:
        """Starts a run: `trigger(agent="demo-chat", input="Hello")`.

        An idempotency key is added if you give none: what is retried starts one run. Raises RungraphError with the code of the refusal.
        """
        if given.get("idempotency_key") is None:
            given["idempotency_key"] = uuid.uuid4().hex
        values = to_graphql(schema.INPUTS, "TriggerRunInput", given)
        answer = self._repeat(lambda: self.mutate(schema.TRIGGER_RUN, {"input": values}))
        return parse(schema.TriggerRunResult, _accepted(answer["triggerRun"]))

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
        run = self.query(schema.RUN_RESULT, {"id": run_id})["run"]
        if run is None:
            raise RungraphError(f"There is no run {run_id}.", "NOT_FOUND")
        return parse(schema.Run, run)

    def resolve_gate(self, **given: Unpack[schema.ResolveGateInput]) -> schema.ResolveGateResult:
        """Decides about a gate: `resolve_gate(id=gate.id, decision="APPROVE")`. Raises RungraphError with the code of the refusal."""
        values = to_graphql(schema.INPUTS, "ResolveGateInput", given)
        answer = self.mutate(schema.RESOLVE_GATE, {"input": values})
        return parse(schema.ResolveGateResult, _accepted(answer["resolveGate"]))

    def abort(self, **given: Unpack[schema.AbortRunInput]) -> schema.AbortRunResult:
        """Aborts a run: `abort(id=run.id)`. Raises RungraphError with the code of the refusal."""
        values = to_graphql(schema.INPUTS, "AbortRunInput", given)
        answer = self.mutate(schema.ABORT_RUN, {"input": values})
        return parse(schema.AbortRunResult, _accepted(answer["abortRun"]))

    def _results(self, document: str, variables: Mapping[str, Any], token: str) -> Iterator[Optional[Dict[str, Any]]]:
        """None when the stream is open, and the data of each result until it is complete."""
        with self._connection.open(document, variables, "text/event-stream", token) as stream:
            if not (stream.headers.get("content-type") or "").startswith("text/event-stream"):
                raise RungraphError("There is no Rungraph: the response is no event stream.", "INVALID_RESPONSE")
            yield None
            for name, text in read_events(stream):
                if name == "complete":
                    return
                if name != "next":
                    continue
                answer = parse_json(text)
                if not isinstance(answer, dict):
                    raise connection_failed("an event of the stream is not a result")
                if not answer.get("data"):
                    raise from_errors(answer.get("errors") or [])
                yield answer["data"]
        raise connection_failed("the event stream was interrupted")

    def _repeat(self, attempt: Callable[[], Value]) -> Value:
        retries = 0
        while True:
            try:
                return attempt()
            except RungraphError as error:
                if not error.retryable or retries == MAX_RETRIES:
                    raise
                _pause(retries, error.retry_after)
                retries += 1


def _accepted(answer: Dict[str, Any]) -> Dict[str, Any]:
    if "message" in answer:
        raise RungraphError(answer["message"], answer["code"])
    return answer


def _appended(text: str, delta: schema.TextDelta) -> str:
    """A delta says where it begins, in UTF-16 code units: one that comes a second time changes nothing."""
    known, start = text.encode("utf-16-le"), 2 * delta.offset
    if start < len(known) and known[start:].startswith(delta.text.encode("utf-16-le")):
        return text
    return known[:start].decode("utf-16-le", errors="ignore") + delta.text


def _pause(retries: int, at_least: float) -> None:
    """Half a second, doubled on each retry, at most ten seconds. Up to half is random, so that clients do not all retry together."""
    # The power of a large number of retries is no float.
    longest = min(0.5 * 2 ** min(retries, 5), 10)
    time.sleep(max(random.uniform(longest / 2, longest), min(at_least, 60)))

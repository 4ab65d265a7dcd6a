"""What follows from an error, and from an event: decisions that the client that blocks and the one for asyncio share."""

from __future__ import annotations

import random
import uuid
from typing import Any, Dict, List, Mapping, Optional

from . import schema
from .errors import RungraphError, connection_failed, from_errors
from .http import parse_json
from .parsing import parse, to_graphql

#: Requests that can be repeated are retried so often.
MAX_RETRIES = 5
#: So many tokens in a row were refused: the next one will be as well.
MAX_REFUSALS = 3


class Following:
    """A subscription over any number of connections: what is sent for it next, and whether it goes on."""

    def __init__(self, variables: Optional[Mapping[str, Any]]) -> None:
        self.variables: Dict[str, Any] = dict(variables or {})
        self._retries = 0
        self._refusals = 0
        self._was_open = False

    def opened(self) -> None:
        """The server has accepted it."""
        self._was_open, self._refusals = True, 0

    def processed(self, data: Mapping[str, Any]) -> None:
        """The caller has processed this result, and wants the next one."""
        event = next(iter(data.values()))
        if isinstance(event, dict) and event.get("cursor"):
            self.variables["after"] = event["cursor"]
        self._retries = 0

    def wants_token(self, error: RungraphError) -> bool:
        """Whether it goes on only with another token. Raises the error if no retry can succeed."""
        if error.code == "UNAUTHENTICATED":
            self._refusals += 1
            if self._refusals >= MAX_REFUSALS:
                raise error
            return True
        # While a Rungraph restarts, its proxy may answer in its place. Without a cursor there is none to refuse: the database has lost
        # what the subscription began with, and it starts again.
        if not (
            error.retryable
            or (self._was_open and error.code == "INVALID_RESPONSE")
            or (not self.variables.get("after") and error.code == "CURSOR_INVALID")
        ):
            raise error
        return False

    def pause(self, error: RungraphError) -> float:
        """Seconds to wait before the next connection."""
        seconds = pause_of(self._retries, error.retry_after)
        self._retries += 1
        return seconds


class MessageText:
    """The text of the newest message of a run, so far."""

    TYPES = ["TextDelta", "AttemptDiscarded", "FinalAnswer"]

    def __init__(self) -> None:
        self.text = ""
        self._message: Optional[str] = None

    def add(self, event: schema.RunEvent) -> bool:
        """Whether the event changed it."""
        before = self.text
        if isinstance(event, schema.TextDelta):
            self.text = appended(self.text if event.message_id == self._message else "", event)
            self._message = event.message_id
        elif isinstance(event, schema.AttemptDiscarded) and event.message_id == self._message:
            self.text = ""
        elif isinstance(event, schema.FinalAnswer):
            self.text = event.text
        return self.text != before


def pause_after(error: RungraphError, retries: int) -> float:
    """Seconds to wait before a request is repeated. Raises the error if that cannot succeed."""
    if not error.retryable or retries == MAX_RETRIES:
        raise error
    return pause_of(retries, error.retry_after)


def pause_of(retries: int, at_least: float) -> float:
    """Half a second, doubled on each retry, at most ten seconds. Up to half is random, so that clients do not all retry together."""
    # The power of a large number of retries is no float.
    longest = min(0.5 * 2 ** min(retries, 5), 10)
    return max(random.uniform(longest / 2, longest), min(at_least, 60))


def appended(text: str, delta: schema.TextDelta) -> str:
    """A delta says where it begins, in UTF-16 code units: one that comes a second time changes nothing."""
    known, start = text.encode("utf-16-le"), 2 * delta.offset
    if start < len(known) and known[start:].startswith(delta.text.encode("utf-16-le")):
        return text
    return known[:start].decode("utf-16-le", errors="ignore") + delta.text


def following_of(
    run_id: str, after: Optional[str], types: Optional[List[str]], include_descendants: bool
) -> Dict[str, Any]:
    """The variables of RUN_EVENTS."""
    variables: Dict[str, Any] = {"runId": run_id, "includeDescendants": include_descendants}
    if after:
        variables["after"] = after
    if types:
        variables["types"] = types
    return variables


def event_of(data: Mapping[str, Any]) -> schema.RunEvent:
    """The event of a result of RUN_EVENTS. A newer server may have events that this client does not know."""
    event = data["runEvents"]
    return parse(schema.EVENTS.get(event["__typename"], schema.Event), event)


def result_of(text: str) -> Dict[str, Any]:
    """The data of a message of an event stream. Raises RungraphError."""
    answer = parse_json(text)
    if not isinstance(answer, dict):
        raise connection_failed("an event of the stream is not a result")
    if not answer.get("data"):
        raise from_errors(answer.get("errors") or [])
    return answer["data"]


def input_of(kind: str, given: Mapping[str, Any]) -> Dict[str, Any]:
    """The variables of a mutation. One that starts a run gets an idempotency key: what is retried starts one run."""
    values = dict(given)
    if kind == "TriggerRunInput" and values.get("idempotency_key") is None:
        values["idempotency_key"] = uuid.uuid4().hex
    return {"input": to_graphql(schema.INPUTS, kind, values)}


def accepted(kind: type, answer: Dict[str, Any]) -> Any:
    """The object that a mutation gives. Raises RungraphError with the code of its refusal."""
    if "message" in answer:
        raise RungraphError(answer["message"], answer["code"])
    return parse(kind, answer)


def run_of(run_id: str, data: Mapping[str, Any]) -> schema.Run:
    """The run of an answer to RUN_RESULT. Raises RungraphError if there is none."""
    if data["run"] is None:
        raise RungraphError(f"There is no run {run_id}.", "NOT_FOUND")
    return parse(schema.Run, data["run"])

"""Requests and event streams over HTTP."""

from __future__ import annotations

import json
import re
import threading
from http.client import HTTPException
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from .errors import RungraphError, connection_failed, from_errors

#: Gives the API key or access token: "" for none. A function is called at first, and again with the refused token when the server refuses it.
Token = Union[str, Callable[[Optional[str]], str]]

#: What the server may answer a query or mutation with.
RESPONSE_TYPES = "application/graphql-response+json, application/json"


class Connection:
    """Sends operations with the token of a client."""

    def __init__(self, url: str, token: Token, headers: Mapping[str, str], timeout: float) -> None:
        self._url = url
        self._token = token
        self._kept: Optional[str] = token if isinstance(token, str) else None
        self._headers = headers
        self._timeout = timeout
        self._lock = threading.RLock()

    def open(self, query: str, variables: Mapping[str, Any], accept: str, token: str) -> Any:
        """The response, to be closed by the caller. Raises RungraphError if the server refuses, or cannot be reached."""
        body, headers = request_of(query, variables, {"accept": accept, **self._headers}, token)
        try:
            return urlopen(Request(self._url, body, headers), timeout=self._timeout)
        except HTTPError as error:
            with error:
                raise refusal(error.code, error.headers.get("retry-after"), read_text(error)) from None
        except (OSError, HTTPException) as error:
            raise connection_failed(error) from error

    def current_token(self) -> str:
        """The token to send. Raises RungraphError for a text that is no token."""
        with self._lock:
            if self._kept is None and not isinstance(self._token, str):
                self._kept = self._token(None)
            return checked_token(self._kept or "")

    def replace_token(self, refused: str) -> bool:
        """The server refused this token. Whether there is another one to try: another thread may have asked for it already."""
        if isinstance(self._token, str):
            return False
        with self._lock:
            if self._kept == refused:
                self._kept = self._token(refused)
            return self._kept != refused

    def request(self, query: str, variables: Mapping[str, Any]) -> Dict[str, Any]:
        """The data of a query or mutation. Raises RungraphError."""
        token = self.current_token()
        try:
            return self._answer(query, variables, token)
        except RungraphError as error:
            if error.status != 401 or not self.replace_token(token):
                raise
        return self._answer(query, variables, self.current_token())

    def _answer(self, query: str, variables: Mapping[str, Any], token: str) -> Dict[str, Any]:
        with self.open(query, variables, RESPONSE_TYPES, token) as response:
            return data_of(response.status, read_text(response))


def request_of(
    query: str, variables: Mapping[str, Any], headers: Mapping[str, str], token: str
) -> Tuple[bytes, Dict[str, str]]:
    """The body and the headers of a request."""
    all_headers = {"content-type": "application/json", **headers}
    if token:
        all_headers["authorization"] = f"Bearer {token}"
    return json.dumps({"query": query, "variables": variables}).encode(), all_headers


def checked_token(token: str) -> str:
    """Raises RungraphError for a text that is no token: an error of the HTTP library would show it."""
    if re.fullmatch(r"[\x21-\x7e]*", token) is None:
        message = "The token has a space, a line break or another character that no token has."
        raise RungraphError(message, "UNAUTHENTICATED")
    return token


def data_of(status: int, text: str) -> Dict[str, Any]:
    """The data of the response to a query or mutation. Raises RungraphError."""
    answer = parse_json(text)
    if not isinstance(answer, dict) or not (answer.get("data") or answer.get("errors")):
        raise refusal(status, None, text)
    if answer.get("errors"):
        raise from_errors(answer["errors"], status)
    return answer["data"]


def expect_stream(content_type: Optional[str]) -> None:
    """Raises RungraphError for a response that is no event stream."""
    if not (content_type or "").startswith("text/event-stream"):
        raise RungraphError("There is no Rungraph: the response is no event stream.", "INVALID_RESPONSE")


def refusal(status: int, retry_after: Optional[str], text: str) -> RungraphError:
    """The error of a response. A proxy gives 429 and 5xx of its own while it does not reach the server."""
    wait = float(retry_after) if retry_after and retry_after.isdigit() else 0
    answer = parse_json(text)
    if isinstance(answer, dict) and answer.get("errors"):
        return from_errors(answer["errors"], status, wait)
    if status == 429 or status >= 500:
        return RungraphError(f"The server answered {status}.", "CONNECTION_FAILED", True, None, status, wait)
    return RungraphError(f"There is no Rungraph: the server answered {status}.", "INVALID_RESPONSE", False, None, status)


def read_text(response: Any) -> str:
    try:
        return response.read().decode(errors="replace")
    except (OSError, HTTPException) as error:
        raise connection_failed(error) from error


def parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


class EventReader:
    """Puts the lines of an event stream together. An incomplete event or character at the end has no result."""

    def __init__(self) -> None:
        self._name = "message"
        self._data: List[str] = []

    def add(self, line: bytes) -> Optional[Tuple[str, str]]:
        """The name and the data of the event that this line completes."""
        field, _, value = line.decode(errors="replace").rstrip("\r\n").partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        elif field == "" and value == "" and (self._data or self._name != "message"):
            event = self._name, "\n".join(self._data)
            self._name, self._data = "message", []
            return event
        return None


def read_events(stream: Any) -> Iterator[Tuple[str, str]]:
    """Yields the name and the data of each complete event."""
    reader = EventReader()
    try:
        for line in stream:
            event = reader.add(line)
            if event is not None:
                yield event
    except (OSError, HTTPException, ValueError) as error:
        raise connection_failed(error) from error

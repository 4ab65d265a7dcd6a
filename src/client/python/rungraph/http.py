"""Requests and event streams over HTTP."""

from __future__ import annotations

import json
import re
import threading
from http.client import HTTPException
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Tuple, Union
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from .errors import RungraphError, connection_failed, from_errors

#: Gives the API key or access token: "" for none. A function is called at first, and again with the refused token when the server refuses it.
Token = Union[str, Callable[[Optional[str]], str]]


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
        headers: Dict[str, str] = {"accept": accept, "content-type": "application/json", **self._headers}
        if token:
            headers["authorization"] = f"Bearer {token}"
        body = json.dumps({"query": query, "variables": variables}).encode()
        try:
            return urlopen(Request(self._url, body, headers), timeout=self._timeout)
        except HTTPError as error:
            with error:
                raise refusal(error.code, error.headers.get("retry-after"), read_text(error)) from None
        except (OSError, HTTPException) as error:
            raise connection_failed(error) from error

    def current_token(self) -> str:
        """The token to send. Raises RungraphError for a text that is no token: an error of the HTTP library would show it."""
        with self._lock:
            if self._kept is None and not isinstance(self._token, str):
                self._kept = self._token(None)
            token = self._kept or ""
        if re.fullmatch(r"[\x21-\x7e]*", token) is None:
            message = "The token has a space, a line break or another character that no token has."
            raise RungraphError(message, "UNAUTHENTICATED")
        return token

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
        accept = "application/graphql-response+json, application/json"
        token = self.current_token()
        try:
            response = self.open(query, variables, accept, token)
        except RungraphError as error:
            if error.status != 401 or not self.replace_token(token):
                raise
            response = self.open(query, variables, accept, self.current_token())
        with response:
            text = read_text(response)
        answer = parse_json(text)
        if not isinstance(answer, dict) or not (answer.get("data") or answer.get("errors")):
            raise refusal(response.status, None, text)
        if answer.get("errors"):
            raise from_errors(answer["errors"], response.status)
        return answer["data"]


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


def read_events(stream: Any) -> Iterator[Tuple[str, str]]:
    """Yields the name and the data of each complete event. Ignores an incomplete event or character at the end."""
    name, data = "message", []
    try:
        for line in stream:
            field, _, value = line.decode(errors="replace").rstrip("\r\n").partition(":")
            value = value[1:] if value.startswith(" ") else value
            if field == "event":
                name = value
            elif field == "data":
                data.append(value)
            elif field == "" and value == "" and (data or name != "message"):
                yield name, "\n".join(data)
                name, data = "message", []
    except (OSError, HTTPException, ValueError) as error:
        raise connection_failed(error) from error

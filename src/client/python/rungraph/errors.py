"""The one error of the client."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional


class RungraphError(Exception):
    """An error of the server, or of the way to it.

    `code` is a code of the server's error table, CONNECTION_FAILED where there was no answer, or INVALID_RESPONSE where the answer is
    none of Rungraph. `retryable` says whether the same request can succeed later; the client has retried it already.
    """

    def __init__(
        self,
        message: str,
        code: str,
        retryable: bool = False,
        errors: Optional[List[Mapping[str, Any]]] = None,
        status: Optional[int] = None,
        retry_after: float = 0,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.retryable = retryable
        self.errors = errors or []
        self.status = status
        self.retry_after = retry_after


def from_errors(errors: List[Mapping[str, Any]], status: Optional[int] = None, retry_after: float = 0) -> RungraphError:
    """The error of a response. It can pass if one of its errors can: the others may follow from that one."""
    extensions = [error.get("extensions") or {} for error in errors]
    return RungraphError(
        errors[0].get("message", "") if errors else "The server gave an error without a message.",
        (extensions[0].get("code") if errors else None) or "INVALID_RESPONSE",
        any(extension.get("retryable") is True for extension in extensions),
        errors,
        status,
        retry_after,
    )


def connection_failed(reason: object) -> RungraphError:
    return RungraphError(f"The connection to the server failed: {reason}.", "CONNECTION_FAILED", True)

#!/usr/bin/env python3
"""Follows a run on the command line over server-sent events. Needs only Python 3:

    python3 examples/follow_run.py <run id>

The text of the model goes to standard output, all other events to standard error. If the server restarts, no event is lost or
repeated. The text of a discarded attempt (AttemptDiscarded) stays on the screen; the next attempt starts on a new line.
RUNGRAPH_URL is the URL of the server (http://127.0.0.1:4000/graphql), RUNGRAPH_KEY is the API key.
"""

import json
import os
import random
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

QUERY = """subscription($runId: ID!) {
  runEvents(runId: $runId) {
    __typename seq
    ... on TextDelta { messageId text }
    ... on AttemptDiscarded { reason }
    ... on ActionStarted { name target }
    ... on ActionCompleted { name action { durationMs } }
    ... on ActionFailed { name error }
    ... on RunCompleted { status terminationReason }
    ... on RunFailed { error }
  }
}"""

URL = os.environ.get("RUNGRAPH_URL", "http://127.0.0.1:4000/graphql")
KEY = os.environ.get("RUNGRAPH_KEY", "")


def follow(run_id):
    """Yields every event of the run, each once and in order, and reconnects after a broken connection."""
    last_id, pause = None, 0.5
    while True:
        try:
            with connect(run_id, last_id) as stream:
                for name, event_id, data in read(stream):
                    if name == "complete":
                        return
                    answer = json.loads(data)
                    if not answer.get("data"):
                        if any(error.get("extensions", {}).get("retryable") for error in answer["errors"]):
                            break  # for example, the database is down
                        raise SystemExit(answer["errors"][0]["message"])
                    yield answer["data"]["runEvents"]
                    last_id = event_id or last_id  # the caller has processed the event
                    pause = 0.5
        except HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504):
                raise SystemExit(f"The server answered {error.code}: {error.read().decode()}")
        except (OSError, HTTPException):
            pass  # the connection broke: retry
        # Up to half is random, so that clients do not all retry together.
        time.sleep(random.uniform(pause / 2, pause))
        pause = min(2 * pause, 10)


def connect(run_id, last_id):
    headers = {"accept": "text/event-stream", "content-type": "application/json"}
    if KEY:
        headers["authorization"] = f"Bearer {KEY}"
    if last_id:
        headers["last-event-id"] = last_id
    body = json.dumps({"query": QUERY, "variables": {"runId": run_id}}).encode()
    # The server sends something at least every 12 seconds.
    return urlopen(Request(URL, body, headers), timeout=30)


def read(stream):
    """Yields each complete event: its name, its id and its data. Ignores an incomplete event or character at the end."""
    name, event_id, data = "message", None, []
    for line in stream:
        field, _, value = line.decode(errors="replace").rstrip("\r\n").partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "id":
            event_id = value
        elif field == "data":
            data.append(value)
        elif field == "" and value == "" and (data or name != "message"):
            yield name, event_id, "\n".join(data)
            name, event_id, data = "message", None, []


def main():
    if len(sys.argv) != 2:
        raise SystemExit("Which run? python3 examples/follow_run.py <run id>")
    if not URL.startswith(("http://", "https://")):
        raise SystemExit(f"RUNGRAPH_URL is no URL: {URL}")
    message = None
    for event in follow(sys.argv[1]):
        kind, seq = event.pop("__typename"), event.pop("seq")
        if kind != "TextDelta":
            print(f"[{seq} {kind}] {json.dumps(event)}", file=sys.stderr, flush=True)
            continue
        if message not in (None, event["messageId"]):
            print()
        message = event["messageId"]
        print(event["text"], end="", flush=True)
    print()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Follows a run on the command line over server-sent events. Needs only Python 3.10:

    python3 examples/follow_run.py <run id>

The text of the model goes to standard output, all other events to standard error. If the server restarts, no event is lost or
repeated. The text of a discarded attempt (AttemptDiscarded) stays on the screen; the next attempt starts on a new line.
RUNGRAPH_URL is the URL of the server (http://127.0.0.1:4000/graphql), RUNGRAPH_KEY is the API key.
"""

import dataclasses
import json
import os
import sys
from pathlib import Path

# The client of a checkout, if the package is not installed.
sys.path.append(str(Path(__file__).resolve().parents[1] / "src/client/python"))

from rungraph import Client, RungraphError, TextDelta  # noqa: E402


def main():
    if len(sys.argv) != 2:
        raise SystemExit("Which run? python3 examples/follow_run.py <run id>")
    url = os.environ.get("RUNGRAPH_URL", "http://127.0.0.1:4000/graphql")
    if not url.startswith(("http://", "https://")):
        raise SystemExit(f"RUNGRAPH_URL is no URL: {url}")
    client = Client(url, os.environ.get("RUNGRAPH_KEY", ""))
    message = None
    try:
        for event in client.follow(sys.argv[1]):
            if not isinstance(event, TextDelta):
                print(f"[{event.seq} {type(event).__name__}] {json.dumps(dataclasses.asdict(event))}", file=sys.stderr, flush=True)
                continue
            if message not in (None, event.message_id):
                print()
            message = event.message_id
            print(event.text, end="", flush=True)
    except RungraphError as error:
        raise SystemExit(str(error))
    print()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("\nStopped.")

#!/usr/bin/env python3
"""Sends an operation of client/operations/*.graphql and prints the data of its answer as JSON. Needs only Python 3:

    python3 examples/ask.py FindRuns '{"tag": "support"}'
    python3 examples/ask.py WatchStats '{}' 2

The second form prints that many results of a subscription, one a line; without a number it prints all. The program ends with 1 and
prints the errors if the server refuses the operation. RUNGRAPH_URL is the URL of the server (http://127.0.0.1:4000/graphql), RUNGRAPH_KEY
is an API key or an access token.
"""

import json
import os
import re
import sys
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

URL = os.environ.get("RUNGRAPH_URL", "http://127.0.0.1:4000/graphql")
KEY = os.environ.get("RUNGRAPH_KEY", "")
OPERATIONS = Path(__file__).parent / "client" / "operations"


def operation(name):
    """The text of one operation: from its first line to the brace that ends it."""
    text = "\n".join(path.read_text() for path in sorted(OPERATIONS.glob("*.graphql")))
    found = re.search(rf"^(?:query|mutation|subscription) {name}\b.*?^}}", text, re.M | re.S)
    if found is None:
        raise SystemExit(f"There is no operation {name} in {OPERATIONS}.")
    return found.group()


def send(query, variables, accept):
    headers = {"accept": accept, "content-type": "application/json"}
    if KEY:
        headers["authorization"] = f"Bearer {KEY}"
    body = json.dumps({"query": query, "variables": variables}).encode()
    try:
        return urlopen(Request(URL, body, headers), timeout=60)
    except HTTPError as error:
        raise SystemExit(f"The server answered {error.code}: {error.read().decode()}")
    except URLError as error:
        raise SystemExit(f"{URL}: The connection to the server failed: {error.reason}.")


def data_of(answer):
    if "errors" in answer:
        raise SystemExit(json.dumps(answer["errors"]))
    return answer["data"]


def ask(query, variables):
    """The data of the answer to a query or a mutation."""
    with send(query, variables, "application/json") as response:
        return data_of(json.load(response))


def follow(query, variables):
    """Yields the data of each result of a subscription. follow_run.py shows how to continue after a broken connection."""
    with send(query, variables, "text/event-stream") as stream:
        for line in stream:
            text = line.decode().rstrip("\n")
            if text.startswith("data: "):
                yield data_of(json.loads(text[len("data: "):]))


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    query = operation(sys.argv[1])
    variables = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    if not query.startswith("subscription"):
        print(json.dumps(ask(query, variables)))
        return
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else None
    for count, data in enumerate(follow(query, variables), 1):
        print(json.dumps(data), flush=True)
        if count == wanted:
            return


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("\nStopped.")

"""Creates access tokens for the runs of end users. RUNGRAPH_KEY is an API key with the role OPERATOR, RUNGRAPH_URL the URL of the API."""

import json
import os
import urllib.request


def ask(query, variables):
    request = urllib.request.Request(
        os.environ["RUNGRAPH_URL"],
        json.dumps({"query": query, "variables": variables}).encode(),
        {"content-type": "application/json", "authorization": f"Bearer {os.environ['RUNGRAPH_KEY']}"},
    )
    return json.load(urllib.request.urlopen(request))["data"]


def token_for(user, run_id):
    """None if it is not a run of this user."""
    owned = "query($filter: RunFilter) { runs(filter: $filter) { totalCount } }"
    if ask(owned, {"filter": {"ids": [run_id], "tags": [f"user:{user}"]}})["runs"]["totalCount"] == 0:
        return None
    mutation = """mutation($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } } }"""
    made = ask(mutation, {"input": {"runId": run_id, "abilities": ["READ"], "subject": user}})["createAccessToken"]
    if "token" not in made:
        raise RuntimeError(made["message"])
    return made["token"]

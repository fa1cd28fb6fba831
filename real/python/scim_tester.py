"""Runs scim2-tester against a directory and prints its results as JSON. Arguments: address, token."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

address, token = sys.argv[1:]
http = Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=30)
results = check_server(SyncSCIMClient(http))
failed = [
    {"title": one.title, "type": one.resource_type, "status": one.status.name, "reason": one.reason}
    for one in results
    if one.status not in (Status.SUCCESS, Status.SKIPPED)
]
print(json.dumps({"passed": sum(one.status == Status.SUCCESS for one in results), "failed": failed}))

"""Generates a client from the OpenAPI document and manages users with it. Arguments: document, folder, address, token."""

import importlib
import json
import subprocess
import sys

document, folder, address, token = sys.argv[1:]
generated = subprocess.run(
    [sys.executable, "-m", "openapi_python_client", "generate", "--path", document, "--output-path", folder, "--meta", "none"],
    capture_output=True,
    text=True,
)
if generated.returncode != 0:
    sys.exit(generated.stdout + generated.stderr)

sys.path.insert(0, folder.rpartition("/")[0])
package = folder.rpartition("/")[2]
client = importlib.import_module(package).AuthenticatedClient(base_url=address, token=token)
api = f"{package}.api.users"
create = importlib.import_module(f"{api}.post_api_users")
read = importlib.import_module(f"{api}.get_api_users")
find = importlib.import_module(f"{api}.get_api_users_user_id")
remove = importlib.import_module(f"{api}.delete_api_users_user_id")
body = importlib.import_module(f"{package}.models").PostApiUsersBody

created = create.sync_detailed(client=client, body=body(username="generated"))
user = created.parsed
listed = read.sync_detailed(client=client, page=1, page_size=5)
missing = find.sync_detailed("nobody", client=client)
removed = remove.sync_detailed(user.id, client=client)
print(
    json.dumps(
        {
            "username": user.username,
            "found": any(one.id == user.id for one in listed.parsed),
            "missing": int(missing.status_code),
            "removed": int(removed.status_code),
        }
    )
)

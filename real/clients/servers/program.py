# Shared by the Python programs of clients: what they sign in with, and where they listen.
import json
import os
from urllib.parse import urlsplit
from wsgiref.simple_server import make_server

ISSUER = os.environ["ISSUER"]
CLIENT_ID = os.environ["CLIENT_ID"]
SECRET = os.environ["CLIENT_SECRET"]
BASE = os.environ["BASE"]


def answer(claims):
    """What the test reads: the claims that the client got."""
    return json.dumps({"claims": claims})


def run(app):
    make_server("127.0.0.1", urlsplit(BASE).port, app).serve_forever()

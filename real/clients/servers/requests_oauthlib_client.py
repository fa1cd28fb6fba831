from flask import Flask, redirect, request, session
from requests_oauthlib import OAuth2Session

from program import BASE, CLIENT_ID, ISSUER, SECRET, answer, run

app = Flask(__name__)
app.secret_key = "of the cookies"


def client(**more):
    return OAuth2Session(CLIENT_ID, redirect_uri=f"{BASE}/callback", scope=["openid", "profile", "email"], pkce="S256", **more)


@app.get("/")
def sign_in():
    asked = client()
    url, session["state"] = asked.authorization_url(f"{ISSUER}/auth")
    session["verifier"] = asked._code_verifier
    return redirect(url)


@app.get("/callback")
def callback():
    asked = client(state=session["state"])
    asked._code_verifier = session["verifier"]
    asked.fetch_token(f"{ISSUER}/token", client_secret=SECRET, authorization_response=request.url)
    return answer(asked.get(f"{ISSUER}/me").json())


run(app)

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect

from program import BASE, CLIENT_ID, ISSUER, SECRET, answer, run

app = Flask(__name__)
app.secret_key = "of the cookies"
postern = OAuth(app).register(
    "postern",
    client_id=CLIENT_ID,
    client_secret=SECRET,
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/")
def sign_in():
    return postern.authorize_redirect(f"{BASE}/callback")


@app.get("/callback")
def callback():
    token = postern.authorize_access_token()
    return answer({**token["userinfo"], **postern.userinfo()})


@app.get("/sign-out")
def sign_out():
    return redirect(f"{postern.load_server_metadata()['end_session_endpoint']}?client_id={CLIENT_ID}&post_logout_redirect_uri={BASE}/signed-out")


@app.get("/signed-out")
def signed_out():
    return answer(None)


run(app)

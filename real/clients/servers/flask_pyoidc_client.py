from datetime import timedelta
from urllib.parse import urlsplit

from flask import Flask, session
from flask_pyoidc import OIDCAuthentication
from flask_pyoidc.provider_configuration import ClientMetadata, ProviderConfiguration
from flask_pyoidc.user_session import UserSession

from program import BASE, CLIENT_ID, ISSUER, SECRET, answer, run

app = Flask(__name__)
app.config.update(
    OIDC_REDIRECT_URI=f"{BASE}/callback",
    SERVER_NAME=urlsplit(BASE).netloc,
    SECRET_KEY="of the cookies",
    PERMANENT_SESSION_LIFETIME=timedelta(hours=1),
)
metadata = ClientMetadata(CLIENT_ID, SECRET, post_logout_redirect_uris=[f"{BASE}/signed-out"])
postern = ProviderConfiguration(ISSUER, client_metadata=metadata, auth_request_params={"scope": ["openid", "profile", "email"]})
auth = OIDCAuthentication({"postern": postern}, app)


@app.get("/")
@auth.oidc_auth("postern")
def me():
    return answer(UserSession(session).userinfo)


@app.get("/sign-out")
@auth.oidc_logout
def sign_out():
    return answer(None)


@app.get("/signed-out")
def signed_out():
    return answer(None)


run(app)

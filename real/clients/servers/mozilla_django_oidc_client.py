import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import include, path

from program import BASE, CLIENT_ID, ISSUER, SECRET, answer, run

settings.configure(
    SECRET_KEY="of the cookies",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "file:users?mode=memory&cache=shared", "OPTIONS": {"uri": True}}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "mozilla_django_oidc"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware"],
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    OIDC_RP_CLIENT_ID=CLIENT_ID,
    OIDC_RP_CLIENT_SECRET=SECRET,
    OIDC_RP_SCOPES="openid profile email",
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_USE_PKCE=True,
    OIDC_OP_JWKS_ENDPOINT=f"{ISSUER}/jwks",
    OIDC_OP_AUTHORIZATION_ENDPOINT=f"{ISSUER}/auth",
    OIDC_OP_TOKEN_ENDPOINT=f"{ISSUER}/token",
    OIDC_OP_USER_ENDPOINT=f"{ISSUER}/me",
    LOGIN_REDIRECT_URL="/me",
)
django.setup()
call_command("migrate", verbosity=0)

urlpatterns = [
    path("oidc/", include("mozilla_django_oidc.urls")),
    path("me", lambda request: HttpResponse(answer({"email": getattr(request.user, "email", None)}))),
    path("", lambda _: HttpResponse(answer(None))),
]
run(get_wsgi_application())

import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5000/callback',
  postSignOutUri: 'http://localhost:5000/',
  steps: [
    {
      title: 'install',
      text: ['installSdk', 'pythonFlask'],
      samples: [{ language: 'sh', code: 'pip install logto "flask[async]"' }],
    },
    {
      title: 'configure',
      text: ['pythonClient', 'sessionSecret'],
      samples: [
        {
          language: 'python',
          file: 'auth.py',
          code: `from flask import session
from logto import LogtoClient, LogtoConfig, Storage


class SessionStorage(Storage):
    def get(self, key):
        return session.get(key)

    def set(self, key, value):
        session[key] = value

    def delete(self, key):
        session.pop(key, None)


client = LogtoClient(
    LogtoConfig(
        endpoint="{{endpoint}}",
        appId="{{appId}}",
        appSecret="{{appSecret}}",
    ),
    storage=SessionStorage(),
)`,
        },
        {
          language: 'python',
          file: 'app.py',
          code: `from flask import Flask, redirect, request
from auth import client

app = Flask(__name__)
app.secret_key = "{{randomSecret}}"`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'signIn',
      text: ['pythonRoutes'],
      samples: [
        {
          language: 'python',
          file: 'app.py',
          code: `@app.route("/sign-in")
async def sign_in():
    return redirect(await client.signIn(redirectUri="{{redirectUri}}"))


@app.route("/callback")
async def callback():
    await client.handleSignInCallback(request.url)
    return redirect("/")


@app.route("/sign-out")
async def sign_out():
    return redirect(await client.signOut(postLogoutRedirectUri="{{postSignOutUri}}"))`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'python',
          file: 'app.py',
          code: `@app.route("/")
async def home():
    if not client.isAuthenticated():
        return '<a href="/sign-in">Sign in</a>'
    claims = client.getIdTokenClaims()
    return {"sub": claims.sub, "name": claims.name}`,
        },
        { language: 'sh', code: 'flask run --port 5000' },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'python',
          code: `# With resources=["https://api.example.com"] in the configuration.
token = await client.getAccessToken("https://api.example.com")
headers = {"Authorization": "Bearer " + token}`,
        },
      ],
    },
  ],
};

import type { Guide } from '../guide.ts';

export const guide: Guide = {
  steps: [
    {
      title: 'installLibrary',
      text: ['installPyJwt'],
      samples: [{ language: 'sh', code: 'pip install "fastapi[standard]" "pyjwt[crypto]"' }],
    },
    {
      title: 'verify',
      text: ['verifyToken', 'verifyRotation'],
      samples: [
        {
          language: 'python',
          file: 'auth.py',
          code: `import jwt
from fastapi import Depends, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

keys = jwt.PyJWKClient("{{jwksUri}}")
bearer = HTTPBearer()


def require_scope(scope: str):
    """Lets a request through if its token is ours, is for this API, and holds the scope."""

    def check(credentials: HTTPAuthorizationCredentials = Depends(bearer)) -> dict:
        token = credentials.credentials
        try:
            claims = jwt.decode(
                token,
                keys.get_signing_key_from_jwt(token).key,
                algorithms=["ES256", "RS256"],
                issuer="{{issuer}}",
                audience="{{indicator}}",
            )
        except jwt.PyJWTError as error:
            raise HTTPException(401, "The token is not valid here.") from error
        if scope not in claims.get("scope", "").split():
            raise HTTPException(403, "The token lacks the scope " + scope + ".")
        return claims

    return check`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['apiProtect'],
      samples: [
        {
          language: 'python',
          file: 'main.py',
          code: `from typing import Annotated

from fastapi import Depends, FastAPI
from auth import require_scope

app = FastAPI()


@app.get("/orders")
def list_orders(claims: Annotated[dict, Depends(require_scope("{{scope}}"))]):
    return {"for": claims["sub"], "orders": []}`,
        },
        { language: 'sh', code: 'fastapi dev main.py --port 4000' },
      ],
    },
    {
      title: 'tryIt',
      text: ['apiTry'],
      samples: [
        {
          language: 'sh',
          code: `TOKEN=$(curl --silent {{tokenEndpoint}} \\
  --user "machine-app-id:machine-app-secret" \\
  --data grant_type=client_credentials \\
  --data resource={{indicator}} \\
  --data-urlencode "scope={{scope}}" | jq --raw-output .access_token)

curl --include http://localhost:4000/orders --header "authorization: Bearer $TOKEN"`,
        },
      ],
    },
  ],
};

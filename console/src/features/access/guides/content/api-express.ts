import type { Guide } from '../guide.ts';

export const guide: Guide = {
  steps: [
    {
      title: 'installLibrary',
      text: ['installJose'],
      samples: [{ language: 'sh', code: 'npm install express jose' }],
    },
    {
      title: 'verify',
      text: ['verifyToken', 'verifyRotation'],
      samples: [
        {
          language: 'js',
          file: 'require-scope.js',
          code: `import { createRemoteJWKSet, jwtVerify } from 'jose';

const keys = createRemoteJWKSet(new URL('{{jwksUri}}'));
const expected = { issuer: '{{issuer}}', audience: '{{indicator}}' };

/** Lets a request through if its token is ours, is for this API, and holds the scope. */
export function requireScope(scope) {
  return async (request, response, next) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || !token) {
      response.status(401).set('www-authenticate', 'Bearer').json({ message: 'Send an access token.' });
      return;
    }
    try {
      const { payload } = await jwtVerify(token, keys, expected);
      if (!(payload.scope ?? '').split(' ').includes(scope)) {
        response.status(403).json({ message: 'The token lacks the scope ' + scope + '.' });
        return;
      }
      request.auth = payload;
      next();
    } catch {
      response.status(401).json({ message: 'The token is not valid here.' });
    }
  };
}`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['apiProtect'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `import express from 'express';
import { requireScope } from './require-scope.js';

const app = express();

app.get('/orders', requireScope('{{scope}}'), (request, response) => {
  response.json({ for: request.auth.sub, orders: [] });
});

app.listen(4000);`,
        },
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

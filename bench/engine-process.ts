/** Started by reference.ts: only the OIDC engine, with its memory adapter, signing tokens with ES256. */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const resource = { scope: 'all', audience: 'https://api.example', accessTokenTTL: 3600 };
const provider = new Provider('http://localhost', {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', use: 'sig' }] as never },
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  // The engine's default function would print a notice.
  ttl: { ClientCredentials: 3600 },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({ ...resource, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } }),
    },
  },
});
const server = createServer(provider.callback()).listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});

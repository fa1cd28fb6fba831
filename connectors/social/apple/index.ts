import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../../kit/call-provider.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { createVerifier } from '../../kit/id-token.ts';
import type { ConnectorFactory, ConnectorMetadata, SocialConnector } from '../../kit/interface.ts';
import { addressWith, readCallback, textOf } from '../../kit/oauth.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';

const authorizationEndpoint = 'https://appleid.apple.com/auth/authorize';
const jwksUri = 'https://appleid.apple.com/auth/keys';
const issuer = 'https://appleid.apple.com';

const metadata: ConnectorMetadata = {
  id: 'apple-universal',
  target: 'apple',
  platform: 'Universal',
  name: { en: 'Apple' },
  description: { en: 'People sign in with their Apple account.' },
  logo: './logo.svg',
  logoDark: './logo-dark.svg',
  readme: './README.md',
  trustAddressesByDefault: true,
  formItems: [
    { key: 'clientId', label: 'Services ID', type: 'Text', required: true, placeholder: 'com.example.web' },
    scopeItem('name email'),
  ],
};

const configGuard = z.object({ clientId: text, ...scopeField });

/** Apple sends the name only once, unsigned next to the token, at the first sign-in. */
function nameOf(user: unknown): string | undefined {
  const name = (typeof user === 'string' ? readJson(user) : (user as Record<string, unknown> | undefined))?.name;
  if (typeof name !== 'object' || name === null) {
    return undefined;
  }
  const { firstName, lastName } = name as Record<string, unknown>;
  return [textOf(firstName), textOf(lastName)].filter(Boolean).join(' ') || undefined;
}

export const apple: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  const verify = createVerifier(fetch);
  return {
    type: 'Social',
    metadata,
    configGuard,
    getAuthorizationUri: async ({ state, redirectUri, scope: wanted }, setSession) => {
      const settings = await config();
      const nonce = randomUUID();
      const scope = scopesOf(wanted ?? settings.scope, '');
      await setSession({ redirectUri, state, nonce });
      return addressWith(authorizationEndpoint, {
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code id_token',
        // Apple requires a form post if there is a scope, and does not allow tokens in the query.
        response_mode: scope ? 'form_post' : 'fragment',
        scope,
        state,
        nonce,
      });
    },
    getUserInfo: async (callbackData, getSession) => {
      const { clientId } = await config();
      const { data, session } = await readCallback(callbackData, getSession, { authorizationEndpoint });
      const nonce = textOf(session.nonce);
      if (!nonce) {
        // Without it, a token of another sign-in would be accepted.
        throw new ConnectorError('social_invalid_id_token', { error: 'nonce_missing' });
      }
      const claims = await verify(textOf(data.id_token), { jwksUri, issuer, audience: clientId, nonce });
      // Apple documents both a boolean and a string.
      const isVerified = claims.email_verified === true || claims.email_verified === 'true';
      return describePerson({
        id: claims.sub,
        email: isVerified ? claims.email : undefined,
        isEmailVerified: true,
        name: nameOf(data.user),
        rawData: claims,
      });
    },
  };
};

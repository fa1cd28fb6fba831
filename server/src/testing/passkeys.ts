import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { WebAuthnAssertion, WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Situation = {
  rpId?: string;
  origin?: string;
  isVerified?: boolean;
  crossOrigin?: boolean;
  /** The counter of a copy of this authenticator. */
  count?: number;
  /** Further flags: 0x08 can exist on several devices (BE), 0x10 does so (BS). */
  flags?: number;
};

/** A software authenticator with one passkey. */
export function createAuthenticator(algorithm: 'ES256' | 'EdDSA' = 'ES256') {
  const { publicKey, privateKey } =
    algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>(
      algorithm === 'ES256'
        ? [
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, bytes(x)],
            [-3, bytes(y)],
          ]
        : [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(x)],
          ],
    ),
  );
  let counter = 0;

  const head = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  };
  const clientData = (type: string, challenge: string, origin: string, crossOrigin: boolean) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

  return {
    credentialId: id.toString('base64url'),

    register(
      challenge: string,
      {
        rpId = 'core.test',
        origin = 'http://core.test',
        isVerified = true,
        crossOrigin = false,
        flags = 0,
      }: Situation = {},
    ): WebAuthnAttestation {
      const authData = Buffer.concat([
        head(rpId, flags | (isVerified ? 0x45 : 0x41)),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const object = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        type: 'WebAuthn',
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin, crossOrigin).toString('base64url'),
          attestationObject: Buffer.from(object).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },

    authenticate(
      challenge: string,
      userId: string,
      {
        rpId = 'core.test',
        origin = 'http://core.test',
        isVerified = true,
        crossOrigin = false,
        count,
        flags = 0,
      }: Situation = {},
    ): WebAuthnAssertion {
      counter = count ?? counter + 1;
      const authData = head(rpId, flags | (isVerified ? 0x05 : 0x01));
      const client = clientData('webauthn.get', challenge, origin, crossOrigin);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return {
        type: 'WebAuthn',
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign(algorithm === 'ES256' ? 'sha256' : null, signed, privateKey).toString('base64url'),
          userHandle: Buffer.from(userId).toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}

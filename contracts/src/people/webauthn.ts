import { z } from 'zod';

export const transports = ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'] as const;
const Transport = z.enum(transports);
const Credential = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(Transport).optional(),
});

/** The options for the browser: PublicKeyCredentialCreationOptionsJSON (WebAuthn §5.4). */
export const RegistrationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(Credential).optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
      requireResidentKey: z.boolean().optional(),
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
  extensions: z
    .object({
      appid: z.string().optional(),
      credProps: z.boolean().optional(),
      hmacCreateSecret: z.boolean().optional(),
    })
    .optional(),
});

export type RegistrationOptions = z.infer<typeof RegistrationOptions>;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+=*$/);

/** The response of the browser: RegistrationResponseJSON (WebAuthn §5.1). Browsers add keys as the standard evolves. */
export const WebAuthnAttestation = z.object({
  type: z.literal('WebAuthn'),
  id: base64url(2048),
  rawId: base64url(2048),
  response: z.object({
    clientDataJSON: base64url(16_384),
    attestationObject: base64url(65_536),
    authenticatorData: base64url(65_536).optional(),
    transports: z.array(Transport).max(16).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: base64url(16_384).optional(),
  }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({
    appid: z.boolean().optional(),
    crepProps: z.object({ rk: z.boolean().optional() }).optional(),
    hmacCreateSecret: z.boolean().optional(),
  }),
});
export type WebAuthnAttestation = z.infer<typeof WebAuthnAttestation>;

/** The options for the browser: PublicKeyCredentialRequestOptionsJSON (WebAuthn §5.5). */
export const AuthenticationOptions = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(Credential).optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
  extensions: z.looseObject({ appid: z.string().optional() }).optional(),
});
export type AuthenticationOptions = z.infer<typeof AuthenticationOptions>;

/** The response of the browser: AuthenticationResponseJSON (WebAuthn §5.1). */
export const WebAuthnAssertion = z.object({
  type: z.literal('WebAuthn'),
  id: base64url(2048),
  rawId: base64url(2048),
  response: z.object({
    clientDataJSON: base64url(16_384),
    authenticatorData: base64url(65_536),
    signature: base64url(16_384),
    userHandle: base64url(512).optional(),
  }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}),
});
export type WebAuthnAssertion = z.infer<typeof WebAuthnAssertion>;

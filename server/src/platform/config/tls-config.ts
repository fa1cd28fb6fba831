import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { port } from './port.ts';

const executable = z.string().transform((path, context) => {
  try {
    accessSync(path, constants.X_OK);
    return resolve(path);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `must be a program: ${(error as Error).message}` });
    return z.NEVER;
  }
});

export const tlsVariables = {
  TLS_PORT: port.optional(),
  ACME_DIRECTORY_URL: z.url({ protocol: /^https?$/ }).optional(),
  ACME_EMAIL: z.email().optional(),
  ACME_EAB_KID: z.string().max(512).optional(),
  ACME_EAB_HMAC_KEY: z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'must be a key in base64url, as the authority shows it')
    .optional(),
  ACME_DNS_SCRIPT: executable.optional(),
};

export type TlsConfig = {
  port: number;
  directoryUrl: string;
  email: string | undefined;
  /** The account of the operator at the authority that new ACME accounts are bound to (RFC 8555 §7.3.4). */
  binding: { kid: string; hmacKey: string } | undefined;
  /** Creates and removes the records of DNS-01 challenges. If unset, challenges are answered by HTTP. */
  dnsScript: string | undefined;
};

type Variables = { [Name in keyof typeof tlsVariables]?: z.infer<(typeof tlsVariables)[Name]> };

function readBinding({ ACME_EAB_KID: kid, ACME_EAB_HMAC_KEY: hmacKey }: Variables): TlsConfig['binding'] {
  if ((kid === undefined) !== (hmacKey === undefined)) {
    throw new ConfigError('ACME_EAB_KID and ACME_EAB_HMAC_KEY: set both, or neither');
  }
  return kid !== undefined && hmacKey !== undefined ? { kid, hmacKey } : undefined;
}

export function readTls(env: Variables & { PORT: number; ADMIN_PORT: number }): TlsConfig | undefined {
  const { TLS_PORT: tlsPort, ACME_DIRECTORY_URL: directoryUrl, ACME_EMAIL: email, ACME_DNS_SCRIPT: dnsScript } = env;
  const binding = readBinding(env);
  if (tlsPort === undefined && directoryUrl === undefined) {
    return undefined;
  }
  if (tlsPort === undefined || directoryUrl === undefined) {
    throw new ConfigError(
      tlsPort === undefined
        ? 'ACME_DIRECTORY_URL: needs TLS_PORT, where the certificates are used'
        : 'TLS_PORT: needs ACME_DIRECTORY_URL, which issues the certificates',
    );
  }
  if (tlsPort !== 0 && (tlsPort === env.PORT || tlsPort === env.ADMIN_PORT)) {
    throw new ConfigError(`TLS_PORT: must differ from PORT and ADMIN_PORT (got ${tlsPort})`);
  }
  return { port: tlsPort, directoryUrl, email, binding, dnsScript };
}

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { endpointPattern } from '#platform/tenancy/addresses';
import { ConfigError } from './config-error.ts';

const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a PEM file. All of them must be of certificate authorities. */
const authorityFile = z.string().transform((path, context): string[] => {
  try {
    const found = readFileSync(path, 'utf8').match(pemBlock) ?? [];
    if (found.length > 0 && found.every((pem) => new X509Certificate(pem).ca)) {
      return [...found];
    }
  } catch (error) {
    context.addIssue({ code: 'custom', message: `cannot be read: ${(error as Error).message}` });
    return z.NEVER;
  }
  context.addIssue({ code: 'custom', message: 'must be a PEM file with certificates of certificate authorities only' });
  return z.NEVER;
});

/** Headers with another meaning, which callers send themselves. */
const usedHeaders = /^(authorization|connection|content-.*|cookie|dpop|forwarded|host|origin|x-forwarded-.*)$/;

export const mtlsVariables = {
  MTLS_CERTIFICATE_HEADER: z
    .string()
    .toLowerCase()
    .refine((name) => /^[\da-z-]{1,64}$/.test(name) && !usedHeaders.test(name), 'must be a header such as client-cert')
    .optional(),
  MTLS_CA_FILE: authorityFile.optional(),
  MTLS_ENDPOINT: endpointPattern.refine((value) => value.startsWith('https:'), 'must start with https://').optional(),
};

export type MtlsConfig = {
  /** The header in which a trusted proxy passes the certificate of its client. */
  header: string | undefined;
  /** The port on which this server asks for certificates itself. */
  port: number | undefined;
  /** The origin for clients with certificates, with `*` for the tenant in the cloud edition. */
  endpoint: string | undefined;
  /** PEM certificates of the authorities that issue client certificates. */
  authorities: readonly string[];
};

type Given = {
  MTLS_CERTIFICATE_HEADER?: string | undefined;
  MTLS_PORT?: number | undefined;
  MTLS_CA_FILE?: string[] | undefined;
  MTLS_ENDPOINT?: string | undefined;
  TLS_PORT?: number | undefined;
  TRUST_PROXY: number | string[] | false;
  EDITION: 'oss' | 'cloud';
  PORT: number;
  ADMIN_PORT: number;
};

/** Client certificates (RFC 8705); undefined if nothing provides them. */
export function readMtls(env: Given): MtlsConfig | undefined {
  const { MTLS_CERTIFICATE_HEADER: header, MTLS_PORT: port, MTLS_CA_FILE: file, MTLS_ENDPOINT: endpoint } = env;
  if (header === undefined && port === undefined) {
    if (file || endpoint) {
      throw new ConfigError(
        `${file ? 'MTLS_CA_FILE' : 'MTLS_ENDPOINT'}: needs MTLS_CERTIFICATE_HEADER or MTLS_PORT, where the certificates come from`,
      );
    }
    return undefined;
  }
  // A number of hops trusts every sender, so anyone who reaches the port could send a certificate of others.
  if (header !== undefined && !Array.isArray(env.TRUST_PROXY)) {
    throw new ConfigError(
      'MTLS_CERTIFICATE_HEADER: needs the networks of the proxies in TRUST_PROXY, such as 10.0.0.5',
    );
  }
  if (port !== undefined && env.TLS_PORT === undefined) {
    throw new ConfigError('MTLS_PORT: needs TLS_PORT and ACME_DIRECTORY_URL, which provide the server certificates');
  }
  if (port !== undefined && port !== 0 && [env.TLS_PORT, env.PORT, env.ADMIN_PORT].includes(port)) {
    throw new ConfigError(`MTLS_PORT: must differ from TLS_PORT, PORT and ADMIN_PORT (got ${port})`);
  }
  if (endpoint !== undefined && endpoint.includes('*') !== (env.EDITION === 'cloud')) {
    throw new ConfigError(
      `MTLS_ENDPOINT: ${env.EDITION === 'cloud' ? 'must contain * for the tenant ID in the cloud edition' : '* is for the cloud edition only'} (got "${endpoint}")`,
    );
  }
  return { header, port, endpoint, authorities: file ?? [] };
}

import { createHash, X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Config } from '#platform/config/config';
import { trustedPeers } from '#platform/config/share-port';

/** The valid certificate that the client of a request proved to have. */
export type CertificateReader = (request: IncomingMessage) => X509Certificate | undefined;

const maxHeader = 16 * 1024;

/** Base64 between colons (RFC 9440 §2.1), or PEM in percent-encoding, as nginx and load balancers send it. */
function decode(value: string): Buffer | string | undefined {
  const [, der] = /^:([A-Za-z\d+/]+={0,2}):$/.exec(value) ?? [];
  if (der !== undefined) {
    return Buffer.from(der, 'base64');
  }
  // Not decodeURIComponent alone: some proxies leave + of base64 as it is, and none sends it for a space.
  const pem = value.includes('%') ? decodeURIComponent(value) : value;
  return /^-----BEGIN CERTIFICATE-----[\sA-Za-z\d+/=]+-----END CERTIFICATE-----\s*$/.test(pem) ? pem : undefined;
}

function parse(value: string): X509Certificate | undefined {
  try {
    const decoded = value.length > maxHeader ? undefined : decode(value);
    return decoded === undefined ? undefined : new X509Certificate(decoded);
  } catch {
    // A header that is not a certificate counts as none, so the request is refused where one is required.
    return undefined;
  }
}

export const isInForce = ({ validFrom, validTo }: X509Certificate, now = Date.now()): boolean =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo);

/**
 * Reads certificates from the TLS connection if this server asked for one, or from the configured header if the other
 * end of the connection is a trusted proxy. The header is ignored everywhere else.
 */
export function createCertificateReader({ mtls, trustProxy }: Config): CertificateReader {
  if (!mtls) {
    return () => undefined;
  }
  const { header, port } = mtls;
  const isTrusted = Array.isArray(trustProxy) ? trustedPeers(trustProxy) : () => false;
  const find: CertificateReader = ({ socket, headers }) => {
    if (socket instanceof TLSSocket) {
      return port === undefined ? undefined : socket.getPeerX509Certificate();
    }
    const value = header === undefined ? undefined : headers[header];
    return typeof value === 'string' && isTrusted(socket.remoteAddress) ? parse(value) : undefined;
  };
  return (request) => {
    const certificate = find(request);
    return certificate && isInForce(certificate) ? certificate : undefined;
  };
}

/** RFC 8705 §3.1: the value of `x5t#S256`. */
export const thumbprintOf = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('base64url');

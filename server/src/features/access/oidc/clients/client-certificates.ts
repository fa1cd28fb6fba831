import { X509Certificate } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { certificateNames } from '@postern/contracts/access/applications';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { isInForce } from '#platform/http/client-certificate';

type CertificateName = (typeof certificateNames)[number];

/** The engine's names of the client settings (RFC 8705 §2.1.2). */
export const engineNames = {
  subjectDn: 'tls_client_auth_subject_dn',
  sanDns: 'tls_client_auth_san_dns',
  sanUri: 'tls_client_auth_san_uri',
  sanIp: 'tls_client_auth_san_ip',
  sanEmail: 'tls_client_auth_san_email',
} as const satisfies Record<CertificateName, string>;

const clientAuthentication = '1.3.6.1.5.5.7.3.2';

/**
 * Whether one of the authorities issued the certificate for clients. Authorities must be listed themselves: chains are
 * not followed.
 */
export function isIssuedBy(certificate: X509Certificate, authorities: readonly X509Certificate[]): boolean {
  const { keyUsage } = certificate as { keyUsage?: string[] };
  return (
    (keyUsage === undefined || keyUsage.includes(clientAuthentication)) &&
    authorities.some(
      (authority) =>
        authority.ca &&
        isInForce(authority) &&
        certificate.checkIssued(authority) &&
        certificate.verify(authority.publicKey),
    )
  );
}

/** Splits at a separator that is not escaped (RFC 4514 §2.4). */
const splitUnescaped = (text: string, separator: string): string[] => {
  const parts = [''];
  for (const piece of text.match(/\\.|[^\\]/gsu) ?? []) {
    if (piece === separator) {
      parts.push('');
    } else {
      parts[parts.length - 1] += piece;
    }
  }
  return parts;
};

/** Escaped characters and bytes become plain text. */
function unescapeValue(value: string): string {
  const bytes = value.replace(/(?:\\[\da-f]{2})+/gi, (hex) =>
    Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8'),
  );
  return bytes.replace(/\\(.)/gsu, '$1');
}

/** Without spaces at both ends; the last one may be escaped. Each is looked at once, however many there are. */
function trimSpaces(text: string): string {
  const rest = text.replace(/^ +/, '');
  let end = rest.length;
  while (rest[end - 1] === ' ' && rest[end - 2] !== '\\') {
    end -= 1;
  }
  return rest.slice(0, end);
}

/** One RDN as sorted `type=value` pairs. A JSON list, so that no value can imitate another pair. */
const readRdn = (text: string): string =>
  JSON.stringify(
    splitUnescaped(text, '+')
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim().toUpperCase(), unescapeValue(trimSpaces(pair.slice(at + 1)))];
      })
      .sort(([one = ''], [two = '']) => one.localeCompare(two)),
  );

/** RFC 4514 lists the last RDN first; Node.js prints one per line, the first RDN first. */
function isSubject({ subject }: X509Certificate, expected: string): boolean {
  const given = (subject ?? '').split('\n').map(readRdn).reverse();
  const wanted = splitUnescaped(expected, ',').map(readRdn);
  return subject !== undefined && given.length === wanted.length && given.every((rdn, index) => rdn === wanted[index]);
}

/** Node.js quotes names with special characters, so that they cannot imitate another name. */
function alternativeNames({ subjectAltName = '' }: X509Certificate): [kind: string, value: string][] {
  const entries = subjectAltName.matchAll(/(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,"]*)/g);
  return [...entries].map(([, kind = '', value = '']) => [kind, value.startsWith('"') ? JSON.parse(value) : value]);
}

const plainIp = (value: string) => (isIPv6(value) ? new URL(`http://[${value}]`).hostname : value);

const matches: Record<CertificateName, (certificate: X509Certificate, expected: string) => boolean> = {
  subjectDn: isSubject,
  sanDns: hasName('DNS', (value) => value.toLowerCase()),
  sanUri: hasName('URI'),
  sanIp: hasName('IP Address', plainIp),
  sanEmail: hasName('email'),
};

function hasName(kind: string, normalize = (value: string) => value) {
  return (certificate: X509Certificate, expected: string): boolean =>
    alternativeNames(certificate).some(([found, value]) => found === kind && normalize(value) === normalize(expected));
}

export const hasExpectedName = (certificate: X509Certificate, name: CertificateName, expected: string): boolean =>
  matches[name](certificate, expected);

/**
 * Client certificates in the engine. Always on, so that applications with certificates are refused and not opened if the
 * operator turns certificates off; `documents.ts` then removes them from discovery.
 */
export function mutualTls(app: App): NonNullable<NonNullable<Configuration['features']>['mTLS']> {
  const authorities = (app.config.mtls?.authorities ?? []).map((pem) => new X509Certificate(pem));
  const certificateOf = (ctx: KoaContextWithOIDC) => app.certificateOf(ctx.req);
  return {
    enabled: true,
    certificateBoundAccessTokens: true,
    selfSignedTlsClientAuth: true,
    tlsClientAuth: true,
    getCertificate: certificateOf,
    certificateAuthorized: (ctx) => {
      const certificate = certificateOf(ctx);
      return certificate !== undefined && isIssuedBy(certificate, authorities);
    },
    certificateSubjectMatches: (ctx, property, expected) => {
      const certificate = certificateOf(ctx);
      const [name] = Object.entries(engineNames).find(([, engineName]) => engineName === property) ?? [];
      return (
        certificate !== undefined &&
        name !== undefined &&
        hasExpectedName(certificate, name as CertificateName, expected)
      );
    },
  };
}

import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Fields that may hold secrets, wherever a request or a row is logged. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordDigest',
  'passwordEncrypted',
  'secret',
  'client_secret',
  'clientSecret',
  'value',
  'signingKey',
  'access_token',
  'refresh_token',
  'id_token',
  'code',
  'code_verifier',
  'token',
];

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

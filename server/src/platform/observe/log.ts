import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Fields that may hold secrets in a logged request or row. */
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

/** The code of an error is a constant of a program, so it is logged as `reason`; `code` may be a code of a person. */
function describe(error: Error) {
  const { code, ...rest } = stdSerializers.err(error) as Record<string, unknown>;
  return code === undefined ? rest : { ...rest, reason: code };
}

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => (error instanceof Error ? describe(error) : error) },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Fastify needs a logger per request. Most requests log nothing, so the child logger is created on first use. */
export function lazyChild(log: Log, bindings: Record<string, unknown>): Log {
  let child: Log | undefined;
  const real = () => {
    child ??= log.child(bindings);
    return child;
  };
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
  const methods = Object.fromEntries(
    levels.map((level) => [
      level,
      (...args: Parameters<Log['info']>) => log.isLevelEnabled(level) && real()[level](...args),
    ]),
  );
  // All methods that Fastify and our code call on a request's logger.
  return {
    ...methods,
    level: log.level,
    child: (more: Record<string, unknown>) => real().child(more),
  } as unknown as Log;
}

import {
  type CreateLogStream,
  type LogStreamType,
  logStreamTypes,
  type UpdateLogStream,
} from '@postern/contracts/records/log-streams';
import { invalidField } from '#platform/http/errors';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import type { Vault } from '#platform/secrets/vault';

/** Settings that may be shown. */
export type StreamConfig = {
  /** The address of the endpoint. */
  url: string;
  headerNames?: string[];
  region?: string;
  bucket?: string;
  prefix?: string;
  accessKeyId?: string;
  pathStyle?: boolean;
};

/** Settings that are stored encrypted and never returned. */
type StreamSecrets = {
  signingKey?: string;
  secretAccessKey?: string;
  headers?: Record<string, string>;
};

/** The complete settings of a stream. */
export type StreamTarget = { type: LogStreamType; config: StreamConfig; secrets: StreamSecrets };

const purposeOf = (tenantId: string, id: string) => `log-stream:${tenantId}:${id}`;

export const sealedSecrets: SealedColumn = {
  table: 'log_streams',
  column: 'secrets',
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
};

export const sealSecrets = (vault: Vault, tenantId: string, id: string, secrets: StreamSecrets): string | null =>
  Object.keys(secrets).length === 0 ? null : vault.seal(purposeOf(tenantId, id), JSON.stringify(secrets));

export const openSecrets = (vault: Vault, tenantId: string, id: string, sealed: string | null): StreamSecrets =>
  // Only `sealSecrets` writes the column.
  sealed === null ? {} : (JSON.parse(vault.open(purposeOf(tenantId, id), sealed)) as StreamSecrets);

export const secretValues = ({ signingKey, secretAccessKey, headers = {} }: StreamSecrets): string[] =>
  [signingKey, secretAccessKey, ...Object.values(headers)].filter((value) => value !== undefined);

const lowerCased = <Value>(headers: Record<string, Value>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const originOf = (url: string) => new URL(url).origin;

type Given = NonNullable<UpdateLogStream['webhook']> &
  NonNullable<UpdateLogStream['s3']> &
  NonNullable<UpdateLogStream['otlp']>;

const empty: Omit<StreamTarget, 'type'> = { config: { url: '' }, secrets: {} };

/**
 * The headers after a change. Null keeps a stored value, but not for another host: its owner would receive secrets that
 * the API never shows.
 */
function mergeHeaders(path: string, given: Given, before: StreamTarget, url: string): Record<string, string> {
  const stored = before.secrets.headers ?? {};
  const hasMoved = before.config.url !== '' && originOf(url) !== originOf(before.config.url);
  if (given.headers === undefined) {
    if (hasMoved && Object.keys(stored).length > 0) {
      throw invalidField([path, 'headers'], 'Enter the values of the headers again, because the address has changed.');
    }
    return stored;
  }
  return Object.fromEntries(
    Object.entries(lowerCased(given.headers)).map(([name, value]) => {
      const kept = value ?? (hasMoved ? undefined : stored[name]);
      if (kept === undefined) {
        throw invalidField([path, 'headers', name], 'Enter the value of this header.');
      }
      return [name, kept];
    }),
  );
}

/** Applies given settings to stored ones. The contract has checked that new streams are complete. */
function merge(before: StreamTarget, given: Given): StreamTarget {
  const { type } = before;
  const url = given.url ?? given.endpoint ?? before.config.url;
  if (type === 's3') {
    const { region, bucket, prefix, accessKeyId, pathStyle, secretAccessKey } = given;
    const config = { prefix: '', pathStyle: false, ...before.config, url };
    const changed = Object.entries({ region, bucket, prefix, accessKeyId, pathStyle }).filter(
      ([, value]) => value !== undefined,
    );
    return {
      type,
      config: { ...config, ...Object.fromEntries(changed) },
      secrets: secretAccessKey === undefined ? before.secrets : { secretAccessKey },
    };
  }
  const headers = mergeHeaders(type, given, before, url);
  const signingKey = given.signingKey ?? before.secrets.signingKey;
  const headerNames = Object.keys(headers);
  return {
    type,
    config: { url, headerNames },
    secrets: {
      ...(signingKey === undefined ? {} : { signingKey }),
      ...(headerNames.length === 0 ? {} : { headers }),
    },
  };
}

export const targetOf = (body: CreateLogStream): StreamTarget =>
  merge({ type: body.type, ...empty }, { ...body[body.type] });

/** The settings after a change; undefined if it does not change them. */
export function changedTarget(before: StreamTarget, body: UpdateLogStream): StreamTarget | undefined {
  const foreign = logStreamTypes.find((type) => type !== before.type && body[type] !== undefined);
  if (foreign) {
    throw invalidField([foreign], 'The type of a stream cannot be changed.');
  }
  const given = body[before.type];
  return given && merge(before, given);
}

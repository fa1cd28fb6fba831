import { callProvider, readJson } from './call-provider.ts';
import { ConnectorError } from './fail.ts';
import type { Callback, Fetch } from './interface.ts';

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined);

const refuse = (error: string) => new ConnectorError('authorization_failed', { error });

/** What a connector knows about the server that it redirected to. */
export type Expected = {
  /** As configured; undefined if the connector has no such setting. */
  issuer?: string | string[];
  authorizationEndpoint: string;
};

/**
 * The response must come from the server of the request (RFC 9207 §2.4). Without a configured issuer, compares the
 * origin of the authorization endpoint.
 */
export function checkIssuer({ data }: Callback, { issuer, authorizationEndpoint }: Expected): void {
  const { iss } = data;
  if (iss === undefined) {
    return;
  }
  const isExpected =
    issuer === undefined
      ? typeof iss === 'string' && originOf(iss) === originOf(authorizationEndpoint)
      : [issuer].flat().some((one) => one === iss);
  if (!isExpected) {
    throw refuse('issuer_mismatch');
  }
}

const maxAgeMs = 3_600_000;

/** Whether the metadata of an issuer announces `iss` in every response; fetched at most once an hour. */
export function createPromiseReader(fetch: Fetch) {
  const known = new Map<string, { isPromised: boolean; readAt: number }>();

  async function read(issuer: string): Promise<boolean> {
    const { ok, text } = await callProvider(fetch, `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
    const metadata = ok ? readJson(text) : undefined;
    return metadata?.issuer === issuer && metadata.authorization_response_iss_parameter_supported === true;
  }

  return async (issuer: string): Promise<boolean> => {
    const before = known.get(issuer);
    if (before && Date.now() - before.readAt < maxAgeMs) {
      return before.isPromised;
    }
    if (!/^https?:/i.test(issuer) || !URL.canParse(issuer)) {
      return false;
    }
    try {
      const isPromised = await read(issuer);
      known.set(issuer, { isPromised, readAt: Date.now() });
      return isPromised;
    } catch {
      // Many providers publish no metadata. Sign-in must not depend on it, and users cannot cause this error.
      return false;
    }
  };
}

/** Rejects a response without `iss` if the issuer announces it (RFC 9207 §2.4). */
export async function requirePromisedIssuer(
  { data }: Callback,
  issuer: string | string[],
  isPromised: (issuer: string) => Promise<boolean>,
): Promise<void> {
  const [first] = [issuer].flat();
  if (data.iss === undefined && first && (await isPromised(first))) {
    throw refuse('issuer_missing');
  }
}

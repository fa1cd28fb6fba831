import type { Application, ApplicationType, OidcClientMetadata } from '@postern/contracts/access/applications';
import { isWebUrl } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { EgressError, type Refusal } from '#platform/egress/egress';
import { invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';

const refuse = (field: string, message: RuleSentence, fill?: Record<string, string>) =>
  invalidInput('body', [{ path: ['oidcClientMetadata', field], message, fill }]);

type Sectored = Pick<OidcClientMetadata, 'redirectUris' | 'sectorIdentifierUri'>;

/**
 * The sector of a pairwise application (OpenID Connect Core §8.1): the host of its sector identifier URI, or the only host
 * of its redirect URIs. Undefined if there are several, or one with `*`, which is several.
 */
export function sectorOf({ redirectUris, sectorIdentifierUri }: Sectored): string | undefined {
  if (sectorIdentifierUri) {
    return new URL(sectorIdentifierUri).hostname;
  }
  const hosts = new Set(redirectUris.map((uri) => (isWebUrl(uri) ? new URL(uri).hostname : '*')));
  const [host, ...others] = hosts;
  return others.length > 0 || host?.includes('*') ? undefined : host;
}

/**
 * A program that does not know these settings must not make everybody a stranger to the application: they end only by
 * `subjectType: 'public'`.
 */
export const keepSubjects = (
  { subjectType, sectorIdentifierUri }: Application['oidcClientMetadata'],
  changed: OidcClientMetadata,
): OidcClientMetadata =>
  changed.subjectType === undefined && subjectType === 'pairwise'
    ? { ...(sectorIdentifierUri ? { sectorIdentifierUri } : {}), ...changed, subjectType }
    : changed;

/** Types that get ID tokens and are not run by this server. */
const pairwiseTypes: readonly ApplicationType[] = ['Traditional', 'SPA', 'Native'];

export function checkSubjects(type: ApplicationType, metadata: OidcClientMetadata | undefined): void {
  if (metadata?.initiateLoginUri && !pairwiseTypes.includes(type)) {
    throw refuse('initiateLoginUri', 'This type of application does not sign people in itself.');
  }
  if (metadata?.subjectType !== 'pairwise') {
    if (metadata?.sectorIdentifierUri) {
      throw refuse('sectorIdentifierUri', 'Only applications with pairwise subjects have a sector.');
    }
    return;
  }
  if (!pairwiseTypes.includes(type)) {
    throw refuse('subjectType', 'This type of application cannot have pairwise subjects.');
  }
  if (sectorOf(metadata) === undefined) {
    throw refuse(
      'sectorIdentifierUri',
      'Enter a sector identifier URI, because the redirect URIs do not have exactly one host.',
    );
  }
}

const patienceMs = 5000;
const maxBytes = 256 * 1024;

async function readLimited(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      return '';
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Redirects are not followed: the host must be that of the list. */
async function fetchList({ egress }: App, url: string): Promise<string[] | Refusal> {
  const unreadable: Refusal = { sentence: 'The address does not answer with a JSON array of addresses.', values: {} };
  try {
    const response = await egress.fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    // Streams of Node are async iterable; the web type does not always declare it.
    const text = await readLimited(response.body as AsyncIterable<Uint8Array> | null);
    return (response.status === 200 ? readList(text) : undefined) ?? unreadable;
  } catch (error) {
    return error instanceof EgressError ? error.refusal : { sentence: 'The address cannot be reached.', values: {} };
  }
}

const isSameSector = (one: Sectored, two: Sectored) =>
  one.sectorIdentifierUri === two.sectorIdentifierUri &&
  two.redirectUris.every((uri) => one.redirectUris.includes(uri));

/**
 * The list at the sector identifier URI must name every redirect URI, so that no application joins the sector of others
 * (OpenID Connect Registration §5). It is read when these addresses change, not when people sign in.
 */
export async function checkSector(
  app: App,
  metadata: OidcClientMetadata | undefined,
  known?: Application['oidcClientMetadata'],
): Promise<void> {
  const url = metadata?.subjectType === 'pairwise' ? metadata.sectorIdentifierUri : undefined;
  if (!metadata || !url || (known?.subjectType === 'pairwise' && isSameSector(known, metadata))) {
    return;
  }
  const list = await fetchList(app, url);
  if (!Array.isArray(list)) {
    throw refuse('sectorIdentifierUri', list.sentence, list.values);
  }
  const uri = metadata.redirectUris.find((one) => !list.includes(one));
  if (uri !== undefined) {
    throw refuse('sectorIdentifierUri', 'The list at this address does not contain {{uri}}.', { uri });
  }
}

import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { cookieKeysOf } from '../keys/keys.ts';
import { digest } from './adapter.ts';
import { createCookieSigner } from './sign-cookies.ts';

/*
 * The engine has one cookie for all authorization requests of a browser, so the latest request would win in every tab.
 * A second cookie contains the ids of the latest requests. Each tab names its own, and the engine gets the cookie of that
 * one. The ids are secrets of the browser; their names are not.
 */

/** Enough for the tabs of a person. The oldest request is forgotten, and its tab says so. */
const most = 12;

export const engineCookies = (tenantId: string) => ({
  session: `postern_${tenantId}_session`,
  interaction: `postern_${tenantId}_interaction`,
  resume: `postern_${tenantId}_resume`,
});

const listCookie = (tenantId: string) => `postern_${tenantId}_interactions`;

/** What a page may show of the id of its request. */
export const interactionName = (id: string): string => digest(id).slice(0, 16);

type Place = { path: string; secure: boolean };

/** Tells the requests of an application from others. */
export const applicationMark = (clientId: string): string => digest(clientId).slice(0, 8);

/** A node of the previous release lists ids without the mark of their application. */
const readEntry = (entry: string): { id: string; mark: string | undefined } => {
  const [id = '', mark] = entry.split('~');
  return { id, mark };
};

type Started = { id: string; clientId: string };

/** Adds a new request to those of the browser. */
export function rememberInteraction(
  ctx: KoaContextWithOIDC,
  tenantId: string,
  { id, clientId }: Started,
  place: Place,
): void {
  const known = ctx.cookies.get(listCookie(tenantId), { signed: true })?.split('.') ?? [];
  const others = known.filter((entry) => readEntry(entry).id !== id);
  const ids = [`${id}~${applicationMark(clientId)}`, ...others].slice(0, most);
  ctx.cookies.set(listCookie(tenantId), ids.join('.'), { ...place, sameSite: 'lax', httpOnly: true, signed: true });
}

function readCookies(header: string): Map<string, string> {
  const pairs = header.split(/;\s*/).map((pair): [string, string] => {
    const index = pair.indexOf('=');
    return [pair.slice(0, Math.max(0, index)), pair.slice(index + 1)];
  });
  return new Map(pairs);
}

/**
 * Gives the engine the cookie of the chosen request, among those of this browser. Without a cookie if there is none: then
 * the engine answers as for a request that has ended.
 */
export async function chooseInteraction(
  app: App,
  tenantId: string,
  raw: IncomingMessage,
  kind: 'interaction' | 'resume',
  isChosen: (id: string, mark: string | undefined) => boolean,
): Promise<void> {
  const signer = createCookieSigner(await cookieKeysOf(app, tenantId));
  const cookies = readCookies(raw.headers.cookie ?? '');
  const name = engineCookies(tenantId)[kind];
  const signed = (cookie: string) => {
    const value = cookies.get(cookie);
    const isOurs = value !== undefined && signer.verify(`${cookie}=${value}`, cookies.get(`${cookie}.sig`) ?? '');
    return isOurs ? value : undefined;
  };
  // A node of the previous release sets only the cookie of the engine.
  const listed = (signed(listCookie(tenantId))?.split('.') ?? []).map(readEntry);
  const latest = signed(name) ?? '';
  const entries = listed.some(({ id }) => id === latest) ? listed : [...listed, { id: latest, mark: undefined }];
  const chosen = entries.find(({ id, mark }) => id !== '' && isChosen(id, mark))?.id;
  cookies.delete(name);
  cookies.delete(`${name}.sig`);
  if (chosen !== undefined) {
    cookies.set(name, chosen);
    cookies.set(`${name}.sig`, signer.sign(`${name}=${chosen}`));
  }
  raw.headers.cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
}

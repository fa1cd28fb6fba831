import { readFile } from 'node:fs/promises';
import { createContext, Script } from 'node:vm';
import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import type { FastifyRequest } from 'fastify';
import { languagesOf } from '#platform/http/http';
import { distFolder, entries } from '#platform/http/pages';

type Visit = { origin: string; path: string; search: string; languages: readonly string[]; userAgent: string };
type Prerender = (settings: EmbeddedSettings, visit: Visit) => Promise<string>;

/** The pages with which a sign-in starts. What others show depends on what the tab remembers. */
const firstPages = new Set([
  '/sign-in',
  '/register',
  '/identifier-sign-in',
  '/identifier-register',
  '/forgot-password',
  '/reset-password',
  '/single-sign-on',
  '/unknown-session',
]);

/** One per prefix of an endpoint, which is fixed when the program starts. */
const programs = new Map<string, Promise<Prerender | undefined>>();

/** The pages themselves, built to run here. Their context has only what they need of a browser. */
async function load(prefix: string): Promise<Prerender | undefined> {
  const path = `${distFolder('experience')}/server/prerender.cjs`;
  const source = await readFile(path, 'utf8').catch(() => undefined);
  if (source === undefined) {
    return undefined;
  }
  const context = createContext({ URL, URLSearchParams, prefix });
  new Script(source, { filename: path }).runInContext(context);
  return (context as unknown as { prerender: Prerender }).prerender;
}

/**
 * The HTML of the first page, so that a slow line shows it before the scripts are there. Empty for other pages and if the
 * program fails: the browser then renders all of it.
 */
export async function prerender(request: FastifyRequest, settings: EmbeddedSettings, origin: string): Promise<string> {
  const [path = '/', query] = request.url.split('?');
  if (!firstPages.has(path) || settings.previewOrigin || !entries.areBuilt) {
    return '';
  }
  const { prefix } = request;
  const loading = programs.get(prefix) ?? load(prefix);
  programs.set(prefix, loading);
  try {
    const program = await loading;
    const visit = {
      origin,
      path,
      search: query ? `?${query}` : '',
      languages: languagesOf(request),
      userAgent: request.headers['user-agent'] ?? '',
    };
    return (await program?.(settings, visit)) ?? '';
  } catch (error) {
    // An error of the program's own context is no Error here, and would be logged as an empty object.
    const { name, message, stack } = error as Error;
    request.log.error({ err: { type: name, message, stack } }, 'the first page could not be rendered');
    return '';
  }
}

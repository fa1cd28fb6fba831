import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefixOf } from '#platform/tenancy/addresses';
import { AppError } from './errors.ts';

/** The output folder of `npm run build` for a web app or the documentation. */
export const distFolder = (app: 'console' | 'experience' | 'docs') =>
  fileURLToPath(new URL(`../../../../${app}/dist`, import.meta.url));

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
};
export const contentTypeOf = (name: string) => types[extname(name).toLowerCase()] ?? 'application/octet-stream';
const compressible = new Set(['.js', '.css', '.svg', '.json', '.html']);

export type Asset = { body: Buffer; etag: string; encoding: Encoding | undefined };

type Encoding = 'br' | 'gzip';

/** Smallest first. `npm run build` writes compressed files; after a plain Vite build they are compressed here. */
const encodings: Record<Encoding, { ending: string; pack(body: Buffer): Promise<Buffer> }> = {
  br: {
    ending: '.br',
    pack: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  },
  gzip: { ending: '.gz', pack: (body) => promisify(gzip)(body, { level: 9 }) },
};

/** The file does not exist, or its name is not valid. */
const notThere = new Set<unknown>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (notThere.has((error as NodeJS.ErrnoException).code)) {
      return undefined;
    }
    throw error;
  }
}

async function loadBody(path: string, encoding: Encoding | undefined): Promise<Buffer | undefined> {
  const { ending = '', pack } = encoding ? encodings[encoding] : {};
  const ready = await readIfThere(path + ending);
  if (ready || !pack) {
    return ready;
  }
  const plain = await readIfThere(path);
  return plain && pack(plain);
}

function chooseEncoding(path: string, accepted = ''): Encoding | undefined {
  if (!compressible.has(extname(path))) {
    return undefined;
  }
  return (Object.keys(encodings) as Encoding[]).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
}

/** Reads a built file, compressed if the client accepts it; undefined if the file does not exist. */
export async function loadAsset(path: string, accepted: string | string[] = ''): Promise<Asset | undefined> {
  const encoding = chooseEncoding(path, String(accepted));
  const body = await loadBody(path, encoding);
  return body && { body, encoding, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
}

/** Serves the files of a built web app. Reads each file once. */
export function createAssets(folder: string) {
  const cache = new Map<string, Promise<Asset | undefined>>();
  return async function sendAsset(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const path = normalize(join(folder, name));
    if (!path.startsWith(folder + sep)) {
      throw new AppError('request.not_found');
    }
    const encoding = chooseEncoding(path, request.headers['accept-encoding']);
    const key = `${encoding} ${path}`;
    const loading = cache.get(key) ?? loadAsset(path, request.headers['accept-encoding']);
    const asset = await loading;
    if (!asset) {
      throw new AppError('request.not_found');
    }
    cache.set(key, loading);
    reply.headers({
      'content-type': contentTypeOf(path),
      etag: asset.etag,
      vary: 'accept-encoding',
      // File names contain a content hash, so the content never changes.
      'cache-control': 'public, max-age=31536000, immutable',
    });
    if (request.headers['if-none-match'] === asset.etag) {
      return reply.code(304).send();
    }
    return reply.headers(encoding ? { 'content-encoding': encoding } : {}).send(asset.body);
  };
}

export type Page = {
  nonce: string;
  head: string;
  /** What the page shows before its scripts are there. */
  body?: string;
  htmlAttributes?: string;
  connect?: string[];
  styles?: string[];
  /** Replaces the default headers. */
  headers?: Record<string, string>;
  /** Origins that this page may embed in a frame. */
  frames?: string[];
  /** The only origin that may embed this page in a frame; none if undefined. */
  framedBy?: string | undefined;
  status?: number;
  /** The folder of the files of this entry, if their addresses are relative. Ends with a slash. */
  folder?: string;
};

/** A JSON script element. `<` is escaped so that no value can close the element. */
export const embedJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/**
 * A style element for custom CSS. `</` is escaped so that the CSS cannot close the element; CSS strings and comments
 * keep their meaning.
 */
export const embedStyle = (nonce: string, css: string, id?: string) =>
  `<style nonce="${nonce}"${id ? ` id="${id}"` : ''}>${css.replaceAll('</', '<\\/')}</style>`;

/** The placeholder nonce in built files, replaced in each response. */
const builtNonce = '__POSTERN_NONCE__';

const builtEntries = new Map<string, string>();

async function readBuiltEntry(path: string): Promise<string> {
  const html = builtEntries.get(path) ?? (await readFile(path, 'utf8'));
  builtEntries.set(path, html);
  return html;
}

/** Reads the HTML entries of the web apps. `npm run dev` replaces this to serve them from source. */
export const entries = { read: readBuiltEntry, areBuilt: true };

/** Adds the prefix of the endpoint to the addresses of the files of an entry. */
const filesBelow = (prefix: string, html: string) =>
  prefix === '' ? html : html.replaceAll('"/assets/', `"${prefix}/assets/`);

/** Completes relative addresses of the files of an entry. A base element would need a weaker policy. */
const filesAt = (folder: string | undefined, html: string) =>
  folder === undefined ? html : html.replaceAll('"./assets/', `"${folder}assets/`);

/** An endpoint in a content security policy. A path without a slash at its end would match that path only. */
export const policySource = (endpoint: string): string => (prefixOf(endpoint) === '' ? endpoint : `${endpoint}/`);

/** Links to the styles and fonts of a built page, for pages with the same design but without its scripts. */
export function createStyleLinks(path: string) {
  let links: string | undefined;
  return async function linksTo(nonce: string, prefix: string): Promise<string> {
    // Without a build, these pages work but have no styles.
    links ??= await entries.read(path).then(
      (html) => html.match(/<link rel="(stylesheet|preload)"[^>]*>/g)?.join(''),
      () => undefined,
    );
    return filesBelow(prefix, links?.replaceAll(builtNonce, nonce) ?? '');
  };
}

function contentSecurityPolicy({ nonce, connect = [], styles = [], frames = [], framedBy }: Page): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${["'self'", `'nonce-${nonce}'`, ...styles].join(' ')}`,
    "img-src 'self' data: https: http:",
    "font-src 'self'",
    // The built-in captcha computes in a worker.
    "worker-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${["'self'", ...frames].join(' ')}`,
    "object-src 'none'",
    // The pages send no forms; this limits the targets of an injected form.
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy ?? "'none'"}`,
  ].join('; ');
}

/** Renders an HTML entry of a built web app for each request, with a fresh nonce and the initial data of the page. */
export function createTemplate(path: string) {
  return async function sendPage(reply: FastifyReply, page: Page): Promise<FastifyReply> {
    const { prefix } = reply.request;
    const attributes = (page.htmlAttributes ?? 'lang="en"') + (prefix === '' ? '' : ` data-prefix="${prefix}"`);
    const html = filesAt(page.folder, filesBelow(prefix, await entries.read(path)))
      .replace('<!--postern:head-->', () => page.head)
      .replace('<!--postern:body-->', () => page.body ?? '')
      .replaceAll(builtNonce, page.nonce)
      .replace('<html lang="en"', () => `<html ${attributes}`);
    if (page.framedBy) {
      // It cannot name a single origin, and old browsers would prefer it over the policy.
      reply.removeHeader('x-frame-options');
    }
    return reply
      .code(page.status ?? 200)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(page),
        ...page.headers,
      })
      .send(html);
  };
}

import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { marked } from 'marked';
import type { Feature } from '#platform/app';
import { AppError } from '#platform/errors';
import { newNonce } from '#platform/ids';
import { escapeHtml } from '#platform/pages';
import type { Scope } from '#platform/route';

const root = new URL('../../../../', import.meta.url);
const docs = new URL('docs/', root);

const style = `:root{color-scheme:light dark;--line:#8884;--soft:#8882}body{font:16px/1.6 system-ui,sans-serif;margin:0}
main,nav{max-width:46rem;margin:0 auto;padding:1.5rem}nav{border-bottom:1px solid var(--line)}nav a{margin-inline-end:1rem}
a{color:#6139f6}@media(prefers-color-scheme:dark){a{color:#ad9bff}}pre,code{font:13px/1.5 ui-monospace,monospace;background:var(--soft);border-radius:4px}
code{padding:.1em .3em}pre{padding:1rem;overflow:auto}pre code{padding:0;background:none}table{border-collapse:collapse;display:block;overflow:auto}
td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:start}img{max-width:100%}`;

async function listNames(): Promise<string[]> {
  const files = await readdir(docs);
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file, '.md'))
    .sort();
}

async function readPage(name: string): Promise<string> {
  if (name === 'changelog') {
    return readFile(new URL('CHANGELOG.md', root), 'utf8');
  }
  if (name === '') {
    const names = await listNames();
    return [
      '# Postern documentation',
      ...names.map((one) => `- [${one.replaceAll('-', ' ')}](/docs/${one})`),
      '- [changelog](/docs/changelog)',
    ].join('\n');
  }
  if (!(await listNames()).includes(name)) {
    throw new AppError('request.not_found');
  }
  return readFile(new URL(`${name}.md`, docs), 'utf8');
}

/** The project's own documentation, so that help is there without the internet. */
function docsRoutes({ server }: Scope): void {
  server.get('/docs', (_request, reply) => reply.redirect('/docs/', 303));
  server.get('/docs/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*'].replace(/\.md$/, '');
    const text = await readPage(name);
    const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Documentation';
    const nonce = newNonce();
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
      })
      .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Postern</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><nav><a href="/docs/">All pages</a><a href="/docs/help">Help</a></nav><main>${await marked.parse(text)}</main></body></html>`);
  });
}

export const documentation: Feature = { name: 'docs', adminRoutes: docsRoutes };

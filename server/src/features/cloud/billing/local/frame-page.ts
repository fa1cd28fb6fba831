import type { FastifyReply } from 'fastify';
import { newNonce } from '#platform/ids';
import { embedStyle, escapeHtml } from '#platform/pages';
import type { Speech } from './phrases.ts';

const css = `
:root { color-scheme: light dark; --ink: #1c1a27; --soft: #5d5a6b; --page: #f6f5fa; --card: #fff; --line: #dcd9e6;
  --accent: #6139f6; --on-accent: #fff; --warn: #7a4a00; --warn-page: #fff3d6; --bad: #b3261e; --good: #14713d; }
@media (prefers-color-scheme: dark) { :root { --ink: #efedf7; --soft: #b3afc4; --page: #131119; --card: #1d1a26;
  --line: #3a3649; --accent: #a58dff; --on-accent: #17132a; --warn: #ffd98a; --warn-page: #3a2c0c; --bad: #ffb4ab; --good: #7fd9a4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
.sandbox { margin: 0; padding: 10px 16px; background: var(--warn-page); color: var(--warn); text-align: center; font-weight: 600; }
main { max-width: 480px; margin: 32px auto; padding: 0 16px; }
h1 { margin: 0; font-size: 24px; font-weight: 600; overflow-wrap: anywhere; } h2 { margin: 0 0 8px; font-size: 16px; font-weight: 600; }
p { margin: 4px 0; overflow-wrap: anywhere; } .soft { color: var(--soft); }
.card { margin: 24px 0; padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.due { display: flex; justify-content: space-between; gap: 16px; font-weight: 600; margin-bottom: 16px; }
label { display: block; margin: 12px 0 4px; font-weight: 500; }
input, textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px;
  background: var(--card); color: var(--ink); font: inherit; font-size: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button { width: 100%; min-height: 44px; margin-top: 20px; padding: 8px 16px; border: 0; border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
a { color: var(--accent); display: inline-block; padding: 4px 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bad { color: var(--bad); font-weight: 500; } .good { color: var(--good); font-weight: 500; }
ul { margin: 0; padding: 0; list-style: none; } li { padding: 10px 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
.row { display: flex; justify-content: space-between; gap: 12px; flex-wrap: wrap; } .row form { width: 100%; } .row button { margin-top: 8px; }
code { font: 13px "JetBrains Mono", ui-monospace, monospace; white-space: nowrap; }`;

type Page = { speech: Speech; title: string; body: string; status?: number };

/** Sends a sandbox page: no scripts, and every page says that it is a sandbox. */
export function sendFramed(reply: FastifyReply, { speech, title, body, status = 200 }: Page): FastifyReply {
  const nonce = newNonce();
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Without it, browsers would send forms of this page with a null origin.
      'referrer-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    })
    .send(
      `<!doctype html><html lang="${speech.language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} · Sandbox</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${embedStyle(nonce, css)}</head><body><header><p class="sandbox">${escapeHtml(speech.say.sandbox)}</p></header><main>${body}</main></body></html>`,
    );
}

const testNumbers = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 0341', 'failsLater'],
] as const;

/** The card fields. Entered values are never sent back. */
export function cardFields({ say }: Speech, problem: string | undefined): string {
  const field = (id: string, label: string, hints: string) =>
    `<div><label for="${id}">${escapeHtml(label)}</label><input id="${id}" name="${id}" required inputmode="numeric" autocomplete="off" ${hints}${problem ? ' aria-describedby="problem"' : ''}></div>`;
  return `${problem ? `<p id="problem" class="bad" role="alert">${escapeHtml(problem)}</p>` : ''}${field('number', say.cardNumber, 'maxlength="23" placeholder="4242 4242 4242 4242"')}<div class="pair">${field('expiry', say.expiry, 'maxlength="7" placeholder="12/34"')}${field('cvc', say.cvc, 'maxlength="4" placeholder="123"')}</div>`;
}

export function testCardsList({ say }: Speech): string {
  const rows = testNumbers.map(([number, what]) => `<li><code>${number}</code> ${escapeHtml(say[what])}</li>`);
  return `<section class="card"><h2>${escapeHtml(say.testCards)}</h2><ul>${rows.join('')}</ul><p class="soft">${escapeHtml(say.anyDate)}</p></section>`;
}

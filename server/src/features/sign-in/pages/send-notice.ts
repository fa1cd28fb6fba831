import { directionOf } from '@postern/contracts/choose-language';
import type { FastifyReply } from 'fastify';
import { createStyleLinks, distFolder, embedStyle, escapeHtml } from '#platform/http/pages';
import { newNonce } from '#platform/secrets/ids';

const styles = `body{margin:0;font-family:var(--ps-font,system-ui,sans-serif);font-size:15px;line-height:22px;
  background:var(--ps-canvas,Canvas);color:var(--ps-text,CanvasText)}
main{box-sizing:border-box;display:grid;align-content:center;justify-items:center;min-height:100dvh;padding:32px 24px 88px;
  text-align:center}
svg{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round;margin-block-end:24px}
h1{margin:0;font-size:20px;line-height:28px;font-weight:600;text-wrap:balance}
p{margin:6px 0 0;max-width:400px;color:var(--ps-text-2,inherit);text-wrap:balance}
a{display:inline-grid;place-items:center;min-width:160px;min-height:44px;margin-block-start:24px;padding:0 20px;
  box-sizing:border-box;border-radius:8px;background:var(--brand,#6139f6);color:var(--on-brand,#fff);
  font-weight:500;text-decoration:none}
a:hover{background:var(--brand-hover,#541ee2)}
a:focus-visible{outline:2px solid var(--brand-text,#6139f6);outline-offset:2px}`;

const drawing = `<svg width="168" height="120" viewBox="0 0 168 120" aria-hidden="true">
<path d="M12 108h144M28 108V80h14m98 28V80h-14M22 64h20m84 0h20M34 48h8m92 0h-8" stroke="var(--ps-border-strong,#d3d0dc)"/>
<g stroke="var(--brand-text,#6139f6)"><path d="M54 108V42a30 30 0 0 1 60 0v66" fill="var(--brand-soft,#eeefff)"/>
<path d="M64 108V43a20 20 0 0 1 40 0v65" fill="var(--ps-surface,#fff)"/>
<path d="M65 40h38M64 57h40M64 74h40M64 91h40M74 40v17m20-17v17M84 57v17M74 74v17m20-17v17M84 91v17"/></g></svg>`;

const policy = (nonce: string) =>
  `default-src 'none'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const linksTo = createStyleLinks(`${distFolder('experience')}/index.html`);

type Notice = {
  status: number;
  language: string;
  title: string;
  text: string;
  /** The code of an error, for whoever is asked for help. */
  code?: string;
  link?: { href: string; label: string };
};

/** A page with a title and a sentence. Uses no tenant data and no scripts. */
export async function sendNotice(reply: FastifyReply, { status, language, title, text, code, link }: Notice) {
  const nonce = newNonce();
  const links = await linksTo(nonce, reply.request.prefix);
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
    })
    .send(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>${links}${embedStyle(nonce, styles)}</head><body><main>${drawing}
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${code ? `<p><code>${escapeHtml(code)}</code></p>` : ''}${link ? `<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>` : ''}
</main></body></html>`,
    );
}

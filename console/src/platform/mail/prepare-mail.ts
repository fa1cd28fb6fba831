import { pageNonce } from '../theme/nonce.ts';

/** Elements that do not belong in a message preview. */
const dropped = 'script, iframe, frame, object, embed, base, link, meta, form';

const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const quotedOrActive = /"[^"]*"|'[^']*'|(?<=[\s/"'])(style|on\w+)(?=\s*=)/gi;

/**
 * Renames style and event handler attributes. The browser reports them as CSP violations while parsing, even in a
 * document that is never shown. This only avoids the report: `removeActions` makes it safe.
 */
export const disarm = (html: string) =>
  html
    .replace(tag, (text) =>
      text.replace(quotedOrActive, (part, name?: string) => (name ? `data-${name.toLowerCase()}` : part)),
    )
    .replace(/<(\/?)style\b/gi, '<$1mail-style');

function removeActions(element: Element): void {
  for (const name of element.getAttributeNames()) {
    if (/^(data-)?on/.test(name) || name === 'style') {
      element.removeAttribute(name);
    }
  }
}

/**
 * An HTML message as a document for a frame that runs no scripts. The frame inherits the CSP of this page, which
 * forbids style attributes, and mails depend on them: each becomes a rule of the one style sheet, which has the nonce.
 */
export function prepareMail(html: string, language: string): string {
  const { body, documentElement } = new DOMParser().parseFromString(disarm(html), 'text/html');
  const rules = ['body { margin: 16px; font: 14px/1.5 sans-serif; overflow-wrap: anywhere; }'];
  for (const element of documentElement.querySelectorAll(dropped)) {
    element.remove();
  }
  for (const style of documentElement.querySelectorAll('mail-style')) {
    rules.push(style.textContent);
    style.remove();
  }
  for (const [index, element] of [...documentElement.querySelectorAll('*')].entries()) {
    removeActions(element);
    const own = element.getAttribute('data-style');
    if (own !== null) {
      rules.push(`[data-style="${index}"] { ${own} }`);
      element.setAttribute('data-style', String(index));
    }
  }
  for (const link of body.querySelectorAll('a')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  // Content of a style must not close the element.
  const css = rules.join('\n').replaceAll('</', '<\\/');
  const head = `<meta charset="utf-8"><title>Email</title><style nonce="${pageNonce()}">${css}</style>`;
  return `<!doctype html><html lang="${language}"><head>${head}</head>${body.outerHTML}</html>`;
}

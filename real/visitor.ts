import { type Browser, createBrowser } from '../server/src/platform/testing/browser.ts';
import { type Person, signInByPassword } from '../server/src/testing/flows.ts';

export type Page = { url: string; status: number; headers: Headers; text: string };

const decodeHtml = (text: string) =>
  text
    .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

const attributeOf = (tag: string, name: string) => {
  const [, quoted, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? [];
  const found = quoted ?? single;
  return found === undefined ? undefined : decodeHtml(found);
};

/** The first form of a page, with its values. */
function formOf({ url, text }: Page) {
  const [form = '', opening = ''] = /(<form\b[^>]*>)[\s\S]*?<\/form>/i.exec(text) ?? [];
  if (!form) {
    return undefined;
  }
  const fields = new Map<string, string>();
  for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/gi)) {
    const name = attributeOf(tag, 'name');
    if (name && !/type\s*=\s*["']?checkbox/i.test(tag)) {
      fields.set(name, attributeOf(tag, 'value') ?? '');
    }
  }
  return { action: new URL(attributeOf(opening, 'action') || url, url).href, fields };
}

/** A person with a browser: follows redirects, submits forms, and signs in on the pages of the product. */
export function createVisitor(endpoint: string, person: Person, browser: Browser = createBrowser()) {
  async function load(url: string, init?: RequestInit, from?: string): Promise<Page> {
    const referer = from === undefined ? {} : { referer: from };
    const headers = { accept: 'text/html', ...referer, ...init?.headers };
    const response = await browser.request(url, { ...init, headers });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel();
      return open(new URL(location, url).href, from);
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Opens an address, as a link of the page `from` does. Stops at `until` without a request to it. */
  async function open(url: string, from?: string): Promise<Page> {
    if (until.some((prefix) => url.startsWith(prefix))) {
      return { url, status: 0, headers: new Headers(), text: '' };
    }
    if (url.startsWith(`${endpoint}/sign-in`)) {
      signIns += 1;
      return open(new URL(await signInByPassword(browser, endpoint, person), endpoint).href);
    }
    const page = await load(url, undefined, from);
    // Pages that only pass a SAML message on submit themselves with a script.
    return /name="SAML(?:Response|Request)"/.test(page.text) ? submit(page) : page;
  }

  async function submit(page: Page, values: Record<string, string> = {}): Promise<Page> {
    const form = formOf(page);
    if (!form) {
      throw new Error(`${page.url} has no form: ${page.status} ${page.text.slice(0, 500)}`);
    }
    const body = new URLSearchParams({ ...Object.fromEntries(form.fields), ...values });
    const next = await load(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    return /name="SAML(?:Response|Request)"/.test(next.text) ? submit(next) : next;
  }

  let until: string[] = [];
  let signIns = 0;
  return {
    browser,
    open,
    submit,
    /** How often the person had to sign in on the pages of the product. */
    signIns: () => signIns,
    stopAt(...prefixes: string[]) {
      until = prefixes;
    },
  };
}

export type Visitor = ReturnType<typeof createVisitor>;

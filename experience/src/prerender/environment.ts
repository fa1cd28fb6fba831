import type { Settings } from '../platform/settings.ts';
import { createPlace } from './elements.ts';

/** The server puts the prefix of its endpoint into the context of this program. */
const { prefix } = globalThis as unknown as { prefix: string };

/** What the first pages read of a browser. */
const location = { pathname: '/', search: '', hash: '', origin: '' };
const documentElement = { lang: 'en', dataset: { prefix } };
const navigator = { languages: [] as readonly string[], userAgent: '' };
const frames: (() => void)[] = [];
const renders: (() => void)[] = [];
let embedded: Settings | undefined;

const browser = {
  location,
  // The address has no history: pages show their way back when the browser shows it.
  history: { length: 1 },
  navigator,
  // Nearly all browsers have it. Those that do not hide what needs it.
  PublicKeyCredential: {},
  addEventListener() {},
  removeEventListener() {},
  clearTimeout() {},
  // The effects of a page belong to the browser.
  queueMicrotask: (run: () => void) => renders.push(run),
  setTimeout: (run: () => void) => frames.push(run),
  requestAnimationFrame: (run: () => void) => frames.push(run),
  cancelAnimationFrame() {},
  document: {
    documentElement,
    // Preact keeps in it what waits for a part that is still being loaded.
    createElement: createPlace,
    getElementById: (id: string) => (id === 'postern-settings' ? { textContent: JSON.stringify(embedded) } : null),
  },
};

// Not `window` of the server: this program runs in a context of its own.
Object.assign(globalThis, { window: globalThis, ...browser });

export type Visit = {
  origin: string;
  /** Without the prefix of the endpoint. */
  path: string;
  /** With its question mark. */
  search: string;
  /** The languages of the browser. */
  languages: readonly string[];
  userAgent: string;
};

/** What the next render finds. */
export function enter(settings: Settings, { origin, path, search, languages, userAgent }: Visit): void {
  Object.assign(location, { origin, pathname: prefix + path, search });
  documentElement.lang = settings.language;
  Object.assign(navigator, { languages, userAgent });
  embedded = settings;
}

/** What stands in for a part of the page that is still being loaded, such as the captcha. */
export function runRenders(): void {
  for (const run of renders.splice(0)) {
    run();
  }
}

/** Work that a browser would do after it has painted. Preact leaves out what was removed meanwhile. */
export function runFrames(): void {
  for (const run of frames.splice(0)) {
    run();
  }
}

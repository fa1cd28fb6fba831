export type Mode = 'light' | 'dark';

const feature = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const originals = new WeakMap<object, string>();

/** The media query as a device with that theme would evaluate it, regardless of this device. */
export const answerFor = (query: string, mode: Mode) =>
  query.replace(feature, (_, asked: string) => (asked.toLowerCase() === mode ? '(min-width: 0)' : '(max-width: 0)'));

function force(owner: object, read: () => string, write: (query: string) => void, mode: Mode) {
  const original = originals.get(owner) ?? read();
  if (feature.test(original)) {
    originals.set(owner, original);
    write(answerFor(original, mode));
  }
  feature.lastIndex = 0;
}

function walk(rules: CSSRuleList, mode: Mode) {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      force(
        rule,
        () => rule.media.mediaText,
        (query) => {
          rule.media.mediaText = query;
        },
        mode,
      );
    }
    if (rule instanceof CSSGroupingRule) {
      walk(rule.cssRules, mode);
    }
  }
}

/** Forces the theme chosen in the console instead of the device's: in our styles, the tenant's CSS, and pictures. */
export function forceTheme(mode: Mode) {
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    walk(sheet.cssRules, mode);
  }
  for (const source of document.querySelectorAll('source[media]')) {
    force(
      source,
      () => source.getAttribute('media') ?? '',
      (query) => source.setAttribute('media', query),
      mode,
    );
  }
}

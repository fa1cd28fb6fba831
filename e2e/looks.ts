/** What the script below adds to a page. */
export type Looks = {
  isBehindDialog(): boolean;
  /** Hashes of the looks of all visible texts. */
  collect(): number[];
  /** Makes axe check the contrast of one element of each of these looks, and of no other. Returns those still there. */
  mark(hashes: readonly number[]): number[];
  unmark(): void;
};

/**
 * Loaded next to axe. Checking the contrast takes most of its time, and rows and menus have the same colors on every
 * screen, so each look is checked once. A look is everything that colors can depend on: tags, attributes and states of an
 * element and of everything around it, the styles of the page, the color scheme and the width.
 */
export const looksSource = `{
  const marker = 'data-look-to-check';
  // Texts, addresses and references: no style uses them.
  const isPlain = (name) => /^(id|href|src|srcset|alt|title|for|name|value|placeholder|d|points|datetime|autocomplete)$/.test(name)
    || /^aria-(label|labelledby|describedby|controls|owns|details|activedescendant|rowindex|colindex|valuenow|valuetext)$/.test(name);
  const states = [':hover', ':focus', ':focus-within', ':active', ':checked', ':has(:checked)', ':disabled', ':user-invalid',
    ':placeholder-shown', ':first-child', ':last-child', ':nth-child(even)', ':popover-open'];
  const hash = (text, seed) => {
    let [one, two] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ (seed / 4294967296)];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    return 4294967296 * (2097151 & two) + (one >>> 0);
  };
  let elements = new Map();
  const visit = (element, around) => {
    let own = element.tagName;
    for (const { name, value } of element.attributes) {
      if (!isPlain(name)) own += ' ' + name + '=' + value;
    }
    for (const state of states) {
      if (element.matches(state)) own += state;
    }
    const look = hash(own, around);
    const isText = /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)
      || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    if (isText && !elements.has(look) && element.checkVisibility({ visibilityProperty: true })) elements.set(look, element);
    for (const child of element.children) visit(child, look);
  };
  globalThis.looks = {
    isBehindDialog: () => document.querySelector('[aria-modal="true"]') !== null,
    collect() {
      elements = new Map();
      const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
      const [app] = [...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => new URL(href).pathname);
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const page = hash([app, isDark, innerWidth, ...styles].join(), 0);
      const outside = [document.documentElement, document.body].map((one) => one.className + one.style.cssText
        + JSON.stringify(one.dataset)).join();
      const seed = hash(outside, page);
      for (const child of document.body.children) {
        if (child.id !== 'root' || !looks.isBehindDialog()) visit(child, seed);
      }
      return [...elements.keys()];
    },
    mark(hashes) {
      const there = hashes.filter((one) => elements.get(one)?.isConnected);
      for (const one of there) elements.get(one).setAttribute(marker, '');
      return there;
    },
    unmark: () => document.querySelectorAll('[' + marker + ']').forEach((one) => one.removeAttribute(marker)),
  };
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[' + marker + ']' }] });
}`;

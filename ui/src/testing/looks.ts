/** What the script below adds to a page. */
export type Looks = {
  isBehindDialog(): boolean;
  /** Hashes of the looks of all visible texts, and of the targets that may be too small. */
  collect(): number[];
  /** Makes axe check contrast and target size of one element of each of these looks only. Returns those still there. */
  mark(hashes: readonly number[]): number[];
  unmark(): void;
};

/**
 * Loaded next to axe. Checking contrast and target size takes most of its time, and rows and menus are the same on every
 * screen, so each look is checked once. A look is everything that colors can depend on: tags, attributes and states of an
 * element and of everything around it, the styles of the page, the color scheme and the width.
 *
 * A target of 24 by 24 pixels that overlaps no other target has the required size, and so has a smaller one without
 * another target within 24 pixels. All others may be too small: axe checks each combination of look, size and neighbors.
 */
export const looksSource = `{
  const markers = { text: 'data-look-to-check', target: 'data-target-to-check' };
  const focusable = 'a[href], area, button, input, select, textarea, summary, iframe, audio, video, object, embed, [tabindex], [contenteditable]';
  const minimum = 24;
  // Texts, addresses and references: no style uses them.
  const plain = new Set(['id', 'href', 'src', 'srcset', 'alt', 'title', 'for', 'name', 'value', 'placeholder', 'd', 'points',
    'datetime', 'autocomplete', ...['label', 'labelledby', 'describedby', 'controls', 'owns', 'details', 'activedescendant',
      'rowindex', 'colindex', 'valuenow', 'valuetext'].map((name) => 'aria-' + name)]);
  // Few elements have one of them, so asking the document is much faster than asking each element.
  const states = [':hover', ':focus', ':focus-within', ':active', ':checked', ':has(:checked)', ':disabled', ':user-invalid',
    ':placeholder-shown', ':popover-open'];
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
  let targets = [];
  let statesOf = new Map();
  const collectStates = () => {
    statesOf = new Map();
    for (const state of states) {
      for (const element of document.querySelectorAll(state)) statesOf.set(element, (statesOf.get(element) ?? '') + state);
    }
  };
  // Icons consist of many elements, which have no text and are no targets.
  const isIcon = (element) => element.tagName === 'svg' && !element.querySelector('text, foreignObject, a, [tabindex]');
  const add = (look, element, marker) => elements.has(look) || elements.set(look, { element, marker });
  const visit = (element, around, place) => {
    let own = element.tagName + place + (statesOf.get(element) ?? '');
    for (const { name, value } of element.attributes) {
      if (!plain.has(name)) own += ' ' + name + '=' + value;
    }
    const look = hash(own, around);
    const isText = /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)
      || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    if (isText && !elements.has(look) && element.checkVisibility({ visibilityProperty: true })) add(look, element, markers.text);
    if (element.matches(focusable) && element.getClientRects().length > 0) {
      targets.push({ element, look, rect: element.getBoundingClientRect() });
    }
    if (!isIcon(element)) visitChildren(element, look);
  };
  const visitChildren = (element, look) => {
    let [isFirst, isEven] = [true, false];
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) {
      visit(child, look, (isFirst ? ':first' : '') + (isEven ? ':even' : '') + (child.nextElementSibling ? '' : ':last'));
      [isFirst, isEven] = [false, !isEven];
    }
  };
  const isNear = (one, other, distance) => one.left - distance < other.right && other.left < one.right + distance
    && one.top - distance < other.bottom && other.top < one.bottom + distance;
  const addDoubtfulTargets = () => {
    for (const { element, look, rect } of targets) {
      const distance = rect.width < minimum || rect.height < minimum ? minimum : 0;
      const near = targets.filter((other) => other.element !== element && isNear(rect, other.rect, distance));
      if (near.length > 0) {
        const places = near.map(({ look, rect: { left, top, width, height } }) =>
          [look, left - rect.left, top - rect.top, width, height].map((size) => Math.round(size * 10)).join());
        add(hash(['target', rect.width, rect.height, ...places].join(), look), element, markers.target);
      }
    }
  };
  globalThis.looks = {
    isBehindDialog: () => document.querySelector('[aria-modal="true"]') !== null,
    collect() {
      elements = new Map();
      targets = [];
      const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
      const [app] = [...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => new URL(href).pathname);
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const page = hash([app, isDark, innerWidth, ...styles].join(), 0);
      const outside = [document.documentElement, document.body].map((one) => one.className + one.style.cssText
        + JSON.stringify(one.dataset)).join();
      const seed = hash(outside, page);
      collectStates();
      for (const child of document.body.children) {
        if (child.id !== 'root' || !looks.isBehindDialog()) visit(child, seed, '');
      }
      addDoubtfulTargets();
      return [...elements.keys()];
    },
    mark(hashes) {
      const there = hashes.filter((one) => elements.get(one)?.element.isConnected);
      for (const one of there) {
        const { element, marker } = elements.get(one);
        element.setAttribute(marker, '');
      }
      return there;
    },
    unmark() {
      for (const marker of Object.values(markers)) {
        document.querySelectorAll('[' + marker + ']').forEach((one) => one.removeAttribute(marker));
      }
    },
  };
  axe.configure({ rules: [
    { id: 'color-contrast', selector: '[' + markers.text + ']' },
    { id: 'target-size', selector: '[' + markers.target + ']' },
    // It only looks at styles with '!important', but first reads the visible text of every element with a style.
    { id: 'avoid-inline-spacing', selector: '[style*="important"]' },
  ] });
}`;

import { expectAccessible } from '@postern/ui/testing/expect-accessible.ts';
import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';

// The checks that all screens use: they check each look once, and must find it wherever it differs.

let style: HTMLStyleElement | undefined;

afterEach(async () => {
  style?.remove();
  document.body.replaceChildren();
  await commands.setColorScheme('light');
});

/** Shows a page with these elements and styles. */
function show(elements: string, css: string): void {
  style?.remove();
  style = document.head.appendChild(Object.assign(document.createElement('style'), { textContent: css }));
  document.title = 'Looks';
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<main id="root">${elements}</main>`;
}

/** What the check finds. It must find something. */
const violations = () =>
  expectAccessible().then(
    () => 'nothing',
    ({ actual }: { actual: string[] }) => actual.join('\n'),
  );

const rowStyle = (more = '') =>
  `body { background: #fff } .faint { color: #ccc } .on { color: #000 } .row:has(:checked) .on { color: #ccc } ${more}`;
const box = '<input type="checkbox">';
const row = (look: string, text: string, before = '') =>
  `<label class="row">${before}<span class="${look}">${text}</span></label>`;

test('finds low contrast in every look, also after another row of the same kind has passed', async () => {
  show(row('on', 'One', box) + row('on', 'Two', box), rowStyle());
  await expectAccessible();
  await expectAccessible();
  // A state of another element, another class, another style of the page, and the color scheme.
  await page.getByRole('checkbox').last().click();
  expect(await violations()).toMatch(/color-contrast: [^|]*Two/);
  show(row('on', 'One', box) + row('faint', 'Three'), rowStyle());
  expect(await violations()).toMatch(/color-contrast: [^|]*Three/);
  show(row('on', 'Four', box), rowStyle('.row .on { color: #ddd }'));
  expect(await violations()).toMatch(/color-contrast: [^|]*Four/);
  show(row('on', 'Five', box), rowStyle('@media (prefers-color-scheme: dark) { body { background: #222 } }'));
  await expectAccessible();
  await commands.setColorScheme('dark');
  expect(await violations()).toMatch(/color-contrast: [^|]*Five/);
});

const targetStyle = (more = '') =>
  `body { background: #fff } button { width: 20px; height: 20px; padding: 0; margin: 4px; border: 0; background: #fff; color: #000 } ${more}`;
const button = (name: string, look = '') => `<button class="${look}" aria-label="${name}"></button>`;

test('finds targets that are too small, too close or covered, also after others of the same kind have passed', async () => {
  show(button('One', 'apart') + button('Two', 'apart'), targetStyle('.apart { margin: 40px }'));
  await expectAccessible();
  show(button('Three') + button('Four'), targetStyle());
  await expectAccessible();
  // Closer neighbors, a smaller size, and another target above a large one.
  show(button('Three') + button('Four'), targetStyle('button { margin: 0 }'));
  expect(await violations()).toMatch(/target-size: [^|]*Three/);
  show(button('Three') + button('Four'), targetStyle('button { width: 10px; margin: 1px }'));
  expect(await violations()).toMatch(/target-size: [^|]*Three/);
  const large = 'button { width: 30px; height: 30px; margin: 0 }';
  show(button('Five') + button('Six'), targetStyle(large));
  await expectAccessible();
  show(button('Five') + button('Six', 'over'), targetStyle(`${large} .over { margin-left: -20px }`));
  expect(await violations()).toMatch(/target-size: [^|]*Five/);
});

test('finds text spacing that readers cannot change', async () => {
  const text = (css: string) => show(`<p style="${css}">Some text</p>`, rowStyle());
  text('letter-spacing: 0.01em');
  await expectAccessible();
  text('letter-spacing: 0.01em !important');
  expect(await violations()).toMatch(/avoid-inline-spacing/);
});

import { expect, expectAccessible, expectReadable, test } from '../product.ts';

const page = (rows: string, style = '') => `<!doctype html><html lang="en"><title>Rows</title>
  <style>body { background: #fff } .faint { color: #ccc } .on { color: #000 } .row:has(:checked) .on { color: #ccc } ${style}</style>
  <body><main id="root">${rows}</main></body></html>`;
const row = (look: string, text: string, box = '') =>
  `<label class="row">${box}<span class="${look}">${text}</span></label>`;
const box = '<input type="checkbox">';

test('finds low contrast in every look, also after another row of the same kind has passed', async ({ page: tab }) => {
  await tab.setContent(page(row('on', 'One', box) + row('on', 'Two', box)));
  await expectAccessible(tab);
  await expectAccessible(tab);
  // A state of another element, another class, another style of the page, and the color scheme.
  await tab.getByRole('checkbox').last().check();
  await expect(expectAccessible(tab)).rejects.toThrow(/color-contrast: [^|]*Two/);
  await tab.setContent(page(row('on', 'One', box) + row('faint', 'Three')));
  await expect(expectAccessible(tab)).rejects.toThrow(/color-contrast: [^|]*Three/);
  await tab.setContent(page(row('on', 'Four', box), '.row .on { color: #ddd }'));
  await expect(expectAccessible(tab)).rejects.toThrow(/color-contrast: [^|]*Four/);
  await tab.setContent(
    page(row('on', 'Five', box), '@media (prefers-color-scheme: dark) { body { background: #222 } }'),
  );
  await expectAccessible(tab);
  await tab.emulateMedia({ colorScheme: 'dark' });
  await expect(expectAccessible(tab)).rejects.toThrow(/color-contrast: [^|]*Five/);
});

const targets = (buttons: string, style = '') => `<!doctype html><html lang="en"><title>Targets</title>
  <style>button { width: 20px; height: 20px; padding: 0; margin: 4px; border: 0; background: #fff; color: #000 } ${style}</style>
  <body><main id="root">${buttons}</main></body></html>`;
const button = (name: string, look = '') => `<button class="${look}" aria-label="${name}"></button>`;

test('finds targets that are too small, too close or covered, also after others of the same kind have passed', async ({
  page: tab,
}) => {
  const apart = '.apart { margin: 40px }';
  await tab.setContent(targets(button('One', 'apart') + button('Two', 'apart'), apart));
  await expectAccessible(tab);
  await tab.setContent(targets(button('Three') + button('Four')));
  await expectAccessible(tab);
  // Closer neighbors, a smaller size, and another target above a large one.
  await tab.setContent(targets(button('Three') + button('Four'), 'button { margin: 0 }'));
  await expect(expectAccessible(tab)).rejects.toThrow(/target-size: [^|]*Three/);
  await tab.setContent(targets(button('Three') + button('Four'), 'button { width: 10px; margin: 1px }'));
  await expect(expectReadable(tab)).rejects.toThrow(/target-size: [^|]*Three/);
  const large = 'button { width: 30px; height: 30px; margin: 0 }';
  await tab.setContent(targets(button('Five') + button('Six'), large));
  await expectAccessible(tab);
  await tab.setContent(targets(button('Five') + button('Six', 'over'), `${large} .over { margin-left: -20px }`));
  await expect(expectAccessible(tab)).rejects.toThrow(/target-size: [^|]*Five/);
});

test('finds text spacing that readers cannot change', async ({ page: tab }) => {
  const text = (style: string) => page(`<p style="${style}">Some text</p>`);
  await tab.setContent(text('letter-spacing: 0.01em'));
  await expectAccessible(tab);
  await tab.setContent(text('letter-spacing: 0.01em !important'));
  await expect(expectAccessible(tab)).rejects.toThrow(/avoid-inline-spacing/);
});

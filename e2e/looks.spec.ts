import { expect, test } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';

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

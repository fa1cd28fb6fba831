import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import german from '../../../../translations/de/platform.list.json';
import { ChangesBar } from './changes-bar.tsx';
import list from './phrases.en.json';

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: { list } }, de: { translation: { list: german } } },
    interpolation: { escapeValue: false },
  }),
);

const render = (waiting: number) => renderToStaticMarkup(<ChangesBar waiting={waiting} onShow={() => undefined} />);

test('without changes there is only the empty region that screen readers know', () => {
  expect(render(0)).toMatch(/^<div[^>]* role="status"><\/div>$/);
});

test('says how many changes wait, next to a button that shows them', () => {
  expect(render(1)).toContain('<span>1 change</span>');
  expect(render(1200)).toContain('<span>1,200 changes</span>');
  expect(render(1)).toMatch(/<button type="button"[^>]*>Show<\/button>/);
});

test('in German', async () => {
  await i18next.changeLanguage('de');
  expect(render(1)).toContain('<span>1 Änderung</span>');
  expect(render(2)).toContain('<span>2 Änderungen</span>');
  await i18next.changeLanguage('en');
});

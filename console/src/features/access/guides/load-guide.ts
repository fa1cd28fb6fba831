import type { GuideTexts } from '#locales/en/guide-steps.ts';
import { fallbackLanguage } from '#platform/i18n/languages.ts';
import type { GuideId } from './catalogue.ts';
import type { Guide } from './guide.ts';
import { parseGuide } from './parse-guide.ts';

/** Each guide is a chunk of its own, so that none costs anything until it is opened. */
const contents = import.meta.glob<string>('./content/*.md', { query: '?raw', import: 'default' });

export const guideFiles = Object.keys(contents).map((path) => path.replace(/^.*\/|\.md$/g, ''));

const texts: Record<string, () => Promise<{ guideSteps: GuideTexts }>> = {
  en: () => import('#locales/en/guide-steps.ts'),
  de: () => import('#locales/de/guide-steps.ts'),
};

export const textLanguages = Object.keys(texts);

export async function loadTexts(language: string): Promise<GuideTexts> {
  const load = texts[language] ?? texts[fallbackLanguage];
  if (!load) {
    throw new Error(`The guides lack the language ${fallbackLanguage}.`);
  }
  return (await load()).guideSteps;
}

export async function loadGuide(id: GuideId): Promise<Guide> {
  const load = contents[`./content/${id}.md`];
  if (!load) {
    throw new Error(`There is no guide ${id}.`);
  }
  return parseGuide(await load());
}

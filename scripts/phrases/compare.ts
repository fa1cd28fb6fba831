import type { Texts } from './read-phrases.ts';

const ending = /_(zero|one|two|few|many|other)$/;
/** These forms are for a number that the words can say themselves. */
const saysItself = /_(zero|one|two)$/;

/** What a language must say: the English texts, with the plural forms of the language. */
export function wantedTexts(code: string, english: Texts): Texts {
  const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const wanted: Texts = new Map();
  for (const [key, text] of english) {
    const base = key.replace(ending, '');
    const general = base === key ? undefined : english.get(`${base}_other`);
    if (general === undefined) {
      wanted.set(key, text);
      continue;
    }
    for (const category of categories) {
      wanted.set(`${base}_${category}`, english.get(`${base}_${category}`) ?? general);
    }
  }
  return wanted;
}

const distinct = (found: Iterable<RegExpMatchArray>) => [...new Set([...found].map(([mark]) => mark))].sort();
const marksIn = (text: string) => distinct(text.matchAll(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g));
const codeIn = (text: string) => text.split('`').length;

const shown = (marks: string[]) => marks.join(' ') || 'nothing';

export type Rules = {
  /** The grammar of a language may leave out a name, such as that of an application. */
  mayOmitNames?: boolean;
};

function problemOf(key: string, english: string, text: string, { mayOmitNames = false }: Rules): string | undefined {
  if (text.trim() === '') {
    return 'is empty';
  }
  const [expected, found] = [marksIn(english), marksIn(text)];
  const mayOmit = mayOmitNames || saysItself.test(key);
  const unknown = found.filter((mark) => !expected.includes(mark));
  if (unknown.length > 0 || (!mayOmit && found.length < expected.length)) {
    return `has ${shown(found)} where English has ${shown(expected)}`;
  }
  if (codeIn(english) !== codeIn(text)) {
    return 'has not as much code between backticks as English';
  }
  if (/[!！]/.test(text) && !english.includes('!')) {
    return 'has an exclamation mark';
  }
  return undefined;
}

export type Problem = { key: string; english?: string; problem: string };

/** More words than a name that is the same in two languages has. */
const maxSharedWords = 3;

const wordsIn = (text: string) =>
  text.replace(/\{\{[^}]*\}\}|<[^>]*>|`[^`]*`|https?:\S+/g, '').match(/\p{L}{2,}/gu)?.length ?? 0;

/** A copy of the English text. A missing text is shown in English as well, and is listed for translators. */
const isCopy = (english: string, text: string) => text === english && wordsIn(english) > maxSharedWords;

/** Texts that a language lacks. They are shown in English until they are translated. */
export const findMissing = (code: string, english: Texts, translated: Texts): Problem[] =>
  [...wantedTexts(code, english)]
    .filter(([key]) => !translated.has(key))
    .map(([key, text]) => ({ key, english: text, problem: 'is missing' }));

/** What is wrong with the texts of a language, apart from their age. */
export function compare(code: string, english: Texts, translated: Texts, rules: Rules = {}): Problem[] {
  const wanted = wantedTexts(code, english);
  return [...translated].flatMap(([key, own]): Problem[] => {
    const text = wanted.get(key);
    if (text === undefined) {
      return [{ key, problem: 'is not in English' }];
    }
    const problem = isCopy(text, own)
      ? 'is the English text: translate or remove it'
      : problemOf(key, text, own, rules);
    return problem ? [{ key, english: text, problem }] : [];
  });
}

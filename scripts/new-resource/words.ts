/** `badges` → `badge`; undefined if there is no rule, as for `data`. */
export function singularOf(word: string): string | undefined {
  const endings: [RegExp, string][] = [
    [/ies$/, 'y'],
    [/(?<=ss|us|x|z|ch|sh)es$/, ''],
    [/(?<!s|u|i)s$/, ''],
  ];
  const match = endings.find(([ending]) => ending.test(word));
  return match && word.replace(...match);
}

export const snakeOf = (word: string) => word.replaceAll('-', '_');
export const camelOf = (word: string) => word.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const phraseOf = (word: string) => word.replaceAll('-', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const sentenceOf = (word: string) => capital(phraseOf(word));

/** The spellings of a kebab-case word in code and phrases. */
const ways = [(word: string) => word, snakeOf, camelOf, (word: string) => capital(camelOf(word)), phraseOf, sentenceOf];

type Word = { plural: string; singular: string };

/** The sample word of the skeleton. It has two parts, so that all spellings differ. */
const sample: Word = { plural: 'paper-clips', singular: 'paper-clip' };

/** Replaces all spellings of the sample word with those of another word. */
export function createRewriter(word: Word): (text: string) => string {
  const pairs = ways.flatMap((write): [string, string][] => [
    [write(sample.plural), write(word.plural)],
    [write(sample.singular), write(word.singular)],
  ]);
  const replacements = new Map(pairs);
  // Plurals first, because they contain the singular.
  const pattern = new RegExp(pairs.map(([from]) => from).join('|'), 'g');
  return (text) => text.replace(pattern, (found) => replacements.get(found) ?? found);
}

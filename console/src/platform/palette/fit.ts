/** A name, and other words for the same thing. */
export type Named = {
  label: string;
  /** Other names, such as “2FA” for multi-factor authentication. */
  words?: readonly string[];
  /** Words that count only together with others, such as “new” and “app” for “Create application”. */
  also?: readonly string[];
};

/** How well a query fits; things that only contain its letters somewhere fit less than those found by the API. */
export const fits = { exact: 100, start: 90, words: 70, together: 60, inside: 50, misspelled: 30, none: 0 } as const;

/** Other names fit a little less than the name itself. */
const otherName = 5;

/** Words without a meaning of their own: “how do I add a user”. */
const fillers = new Set('a an and can do does for how i is my of the to what where'.split(' '));

/** Lower case without accents, so that people may leave them out. */
const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase('en').replace(/ı/g, 'i').replace(/ß/g, 'ss');

/** The words of a text. Languages without spaces have long ones. */
export const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function wordsOfQuery(query: string): string[] {
  const words = wordsOf(query);
  const meaningful = words.filter((word) => !fillers.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

/** Each word of the query is the start of another word of the text. */
function startsWords(query: readonly string[], text: readonly string[]): boolean {
  const left = [...text];
  return query.every((word) => {
    const at = left.findIndex((candidate) => candidate.startsWith(word));
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}

/** Short Latin texts are inside of many words. */
const isLong = (text: string) => text.length >= 3 || !/^[\p{Script=Latin}\p{N}]+$/u.test(text);

function fitOfText(query: readonly string[], text: string): number {
  const words = wordsOf(text);
  // “sign in” is “sign-in” and “signin”.
  const [asked, written] = [query.join(''), words.join('')];
  if (asked === written) {
    return fits.exact;
  }
  if (query.every((word, at) => words[at]?.startsWith(word))) {
    // “sign” is a whole word of “sign-in”, but not of “signing keys”.
    return query.at(-1) === words[query.length - 1] ? fits.start + 1 : fits.start;
  }
  if (startsWords(query, words) || written.startsWith(asked)) {
    return fits.words;
  }
  return isLong(asked) && written.includes(asked) ? fits.inside : fits.none;
}

/** At most one letter was added, left out, changed, or exchanged with the next one. */
function isMisspelled(written: string, meant: string): boolean {
  if (Math.abs(written.length - meant.length) > 1) {
    return false;
  }
  let start = 0;
  while (start < written.length && written[start] === meant[start]) {
    start += 1;
  }
  const [here, there] = [written.slice(start), meant.slice(start)];
  const swapped = `${there[1] ?? ''}${there[0] ?? ''}${there.slice(2)}`;
  return here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1) || here === swapped;
}

const shortestMisspelled = 5;

/** The start of the word is compared too, because people have not typed all of it. */
const isAlmost = (written: string, meant: string) =>
  written.length >= shortestMisspelled &&
  [meant, meant.slice(0, written.length), meant.slice(0, written.length + 1)].some((one) => isMisspelled(written, one));

/** From 0, not at all, to 100, the name. */
export function fitOf(query: string, { label, words = [], also = [] }: Named): number {
  const asked = wordsOfQuery(query);
  if (asked.length === 0) {
    return fits.none;
  }
  const others = words.map((word) => fitOfText(asked, word) - otherName);
  const best = Math.max(fitOfText(asked, label), ...others);
  if (best >= fits.together) {
    return best;
  }
  const all = [label, ...words, ...also].flatMap(wordsOf);
  // “also” alone is not enough: “people” means the page of users, not the action that creates one.
  const own = [label, ...words].flatMap(wordsOf);
  if (startsWords(asked, all) && (asked.length > 1 || startsWords(asked, own))) {
    const isNamed = wordsOf(label).some((word) => asked.some((one) => word.startsWith(one)));
    return fits.together + (isNamed ? 1 : 0);
  }
  if (best > 0) {
    return best;
  }
  return asked.every((word) => own.some((one) => one.startsWith(word) || isAlmost(word, one)))
    ? fits.misspelled
    : fits.none;
}

import type { Passage } from '@postern/contracts/help/assistant';

const longest = 240;
const before = 60;

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where the most different words are close together. */
function startOf(text: string, found: readonly { at: number; word: string }[]): number {
  const best = found.reduce(
    (most, { at }) => {
      const near = new Set(
        found.filter((one) => one.at >= at && one.at < at + longest - before).map(({ word }) => word),
      );
      return near.size > most.count ? { at, count: near.size } : most;
    },
    { at: 0, count: 0 },
  );
  if (best.at <= before) {
    return 0;
  }
  // A sentence that begins shortly before is shown from its beginning, else a word.
  const sentence = text.lastIndexOf('. ', best.at - 1);
  return sentence >= best.at - 2 * before ? sentence + 2 : text.indexOf(' ', best.at - before) + 1;
}

function endOf(text: string, start: number): number {
  if (text.length <= start + longest) {
    return text.length;
  }
  const space = text.lastIndexOf(' ', start + longest);
  return space > start ? space : start + longest;
}

/** The part of a text with the most of these words, which are pieces of their own. */
export function cutExcerpt(text: string, words: readonly string[]): Passage['excerpt'] {
  // `\b` knows only ASCII letters.
  const pattern = new RegExp(`(?<![\\p{L}\\d_])(?:${words.map(escaped).join('|')})(?![\\p{L}\\d_])`, 'giu');
  const found =
    words.length === 0
      ? []
      : [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
          at: index,
          word: word.toLowerCase(),
          length: word.length,
        }));
  const start = startOf(text, found);
  const end = endOf(text, start);
  const pieces: Passage['excerpt'] = start > 0 ? [{ text: '… ', isMatch: false }] : [];
  let from = start;
  for (const { at, length } of found) {
    if (at >= from && at + length <= end) {
      pieces.push({ text: text.slice(from, at), isMatch: false }, { text: text.slice(at, at + length), isMatch: true });
      from = at + length;
    }
  }
  pieces.push({ text: text.slice(from, end), isMatch: false }, { text: end < text.length ? ' …' : '', isMatch: false });
  return pieces.filter((piece) => piece.text !== '');
}

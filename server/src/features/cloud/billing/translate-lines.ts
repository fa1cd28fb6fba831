import type { Invoice } from '@postern/contracts/cloud/billing';
import { fillSentence } from '@postern/contracts/field-issues';
import type phrases from './phrases.en.json';

const unused = ', unused time';
/** Written by `bill-days.ts`. */
const someDays = /^(.*), (\d+) of (\d+) days$/;

/** Lines are stored in English. Names of plans, and of add-ons that an operator renamed, have no translation. */
export function translateLines(
  say: Pick<typeof phrases, 'unused' | 'days' | 'lines'>,
  lines: Invoice['lines'],
): Invoice['lines'] {
  const known = new Map(Object.entries(say.lines));
  const nameOf = (english: string) => known.get(english) ?? english;
  return lines.map((line) => {
    const { description } = line;
    const [, ofDays = '', used = '', days = ''] = someDays.exec(description) ?? [];
    if (ofDays) {
      return { ...line, description: fillSentence(say.days, { name: nameOf(ofDays), used, days }) };
    }
    return description.endsWith(unused)
      ? { ...line, description: fillSentence(say.unused, { name: nameOf(description.slice(0, -unused.length)) }) }
      : { ...line, description: nameOf(description) };
  });
}

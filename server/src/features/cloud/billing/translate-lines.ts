import type { Invoice } from '@postern/contracts/cloud/billing';
import type { invoice as phrases } from './invoice-phrases.ts';

const unused = ', unused time';

/** Lines are stored in English. Names of plans, and of add-ons that an operator renamed, have no translation. */
export function translateLines(
  say: Pick<typeof phrases, 'unused' | 'lines'>,
  lines: Invoice['lines'],
): Invoice['lines'] {
  const known = new Map(Object.entries(say.lines));
  return lines.map((line) => {
    const isRest = line.description.endsWith(unused);
    const english = isRest ? line.description.slice(0, -unused.length) : line.description;
    const name = known.get(english) ?? english;
    return { ...line, description: isRest ? say.unused.replace('{{name}}', name) : name };
  });
}

import { fitOf, fits, type Named, wordsOf } from './fit.ts';

export type Ranked = Named & { id: string; note?: string };

/** One kind of entries. */
export type Group<Entry extends Ranked> = { id: string; label: string; entries: Entry[] };

/** What the palette can show, by kind. */
export type Choices<Entry extends Ranked> = {
  pages: Group<Entry>;
  actions: Group<Entry>;
  preferences: Group<Entry>;
  /** Found by the API, by name or id. */
  things: Group<Entry>[];
  /** Sections of the documentation. */
  docs: Group<Entry>[];
  /** New things with the typed text as their name. */
  creations: Group<Entry>;
  /** Whether all searches have answered. */
  isComplete: boolean;
};

const mostShown = 7;

/** A thing with this very name or id comes before pages that fit less than by their own name. */
const fitOfThing = (query: string, { id, label }: Ranked): number => {
  if (id === query) {
    return fits.exact + 1;
  }
  const fit = fitOf(query, { label });
  if (fit === fits.exact) {
    return fits.start + 1;
  }
  // “Ada” is Ada Lovelace before it is a page that is also called “adaptive”.
  if (fit > fits.start) {
    return fits.start - 3;
  }
  return fit >= fits.words ? fits.together + 2 : fits.together - 1;
};

/** Names have fewer words. */
const isQuestion = (query: string) => query.endsWith('?') || wordsOf(query).length > 3;

type Scored<Entry extends Ranked> = { group: Group<Entry>; best: number };

function scored<Entry extends Ranked>(
  group: Group<Entry>,
  fit: (entry: Entry) => number,
  most = mostShown,
): Scored<Entry> {
  const entries = group.entries
    .map((entry) => ({ entry, score: fit(entry) }))
    .filter(({ score }) => score > 0)
    // Shorter names fit more of the text.
    .sort((one, two) => two.score - one.score || one.entry.label.length - two.entry.label.length);
  return {
    group: { ...group, entries: entries.slice(0, most).map(({ entry }) => entry) },
    best: entries[0]?.score ?? 0,
  };
}

/**
 * The entries for a text, best first: the action that it names, pages, things by name or id, and then the documentation.
 * New things are offered only if nothing else fits.
 */
export function arrange<Entry extends Ranked>(query: string, choices: Choices<Entry>): Group<Entry>[] {
  const ofText = (entry: Entry) => fitOf(query, entry);
  const actions = scored(choices.actions, ofText);
  // Less than its name is not enough: “sign” means pages before it means to sign out.
  const isExact = actions.best > fits.start + 1;
  const local = [
    ...(isExact ? [actions] : []),
    scored(choices.pages, ofText),
    ...(isExact ? [] : [actions]),
    scored(choices.preferences, ofText),
  ];
  const things = choices.things.map((group) => scored(group, (entry) => fitOfThing(query, entry)));
  const ranked = [...local, ...things]
    .filter(({ best }) => best > 0)
    // Equal ones keep their order.
    .sort((one, two) => two.best - one.best)
    .map(({ group }) => group);
  const docs = choices.docs.filter(({ entries }) => entries.length > 0);
  const isInDocs =
    docs.length > 0 &&
    (isQuestion(query) ||
      docs.some(({ entries }) =>
        entries.some(({ label, note = '' }) => fitOf(query, { label: `${label} ${note}` }) >= fits.words),
      ));
  if (ranked.length > 0 || !choices.isComplete || isInDocs) {
    return [...ranked, ...docs];
  }
  return [...(choices.creations.entries.length > 0 ? [choices.creations] : []), ...docs];
}

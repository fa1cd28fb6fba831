/**
 * An extension point of a page for other slices, such as the tabs of a user. The slice of the page owns the place;
 * others fill it from their `index.tsx`. So the page never imports them.
 */
export type Place<Entry> = {
  /** For error messages and tests. */
  readonly name: string;
  /** Types only: the entries that the place accepts. */
  readonly takes?: (entry: Entry) => void;
};

export const createPlace = <Entry>(name: string): Place<Entry> => ({ name });

/** Entries for a place, listed by a feature under `fills`. */
export type Filling = { readonly place: { readonly name: string }; readonly entries: readonly unknown[] };

export const fill = <Entry>(place: Place<Entry>, ...entries: Entry[]): Filling => ({ place, entries });

/** The entries of a place, in the order of the features. */
export const entriesOf = <Entry>(features: readonly { fills?: readonly Filling[] }[], place: Place<Entry>): Entry[] =>
  features
    .flatMap(({ fills = [] }) => fills)
    .filter((filling) => filling.place === place)
    // Only `fill` creates fillings, and it accepts only entries of that place.
    .flatMap(({ entries }) => entries as readonly Entry[]);

import type { en } from './en/index.ts';

type Widen<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Widen<Value[Key]> };

/** The keys every language has; English says which. A missing or surplus key does not compile. */
export type Phrases = Widen<typeof en>;

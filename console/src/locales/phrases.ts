import type { first } from './en/first.ts';
import type { en } from './en/index.ts';

type Category = 'zero' | 'one' | 'two' | 'few' | 'many';

/** A key that another language may lack, because it has other plural forms: `users_one` beside `users_other`. */
type IsPlural<Key, Keys> = Key extends `${infer Base}_${Category}`
  ? `${Base}_other` extends Keys
    ? true
    : false
  : false;

type Bases<Key> = Key extends `${infer Base}_other` ? Base : never;

type Widen<Value> = Value extends string
  ? string
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: Widen<Value[Index]> }
    : {
        readonly [Key in keyof Value as IsPlural<Key, keyof Value> extends true ? never : Key]: Widen<Value[Key]>;
      } & { readonly [Base in Bases<keyof Value> as `${Base}_${Category}`]?: string };

/**
 * The keys every language has; English says which. A missing or surplus key does not compile. Which plural forms a
 * language needs is checked by `npm run phrases`.
 */
export type Phrases = Widen<typeof en>;

export type FirstPhrases = Widen<typeof first>;

/** A file of phrases, by the name of what it holds: `signingKeys` stands in `signing-keys.ts`. */
export type PhraseGroup = Exclude<keyof Phrases, keyof FirstPhrases>;

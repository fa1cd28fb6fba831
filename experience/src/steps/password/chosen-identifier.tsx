import { Sentence } from '../../parts/sentence.tsx';
import { firstPage } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { navigate } from '../../platform/router.ts';

/** "as maya · Change": who is about to sign in, and the way back. */
export function ChosenIdentifier({ text, identifier }: { text: string; identifier: string }) {
  const { common } = usePhrases();
  return (
    <>
      <Sentence text={text} parts={{ identifier: <b>{identifier}</b> }} />{' '}
      <button type="button" className="link" onClick={changeIdentifier}>
        {common.change}
      </button>
    </>
  );
}

export const changeIdentifier = () => navigate(firstPage());

/** Lets password managers match the password on this page with the name from the page before. */
export function KnownUsername({ value }: { value: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="identifier"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

import { Sentence } from '../../parts/sentence.tsx';
import { firstPage } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { navigate } from '../../platform/router.ts';

/** "as maya · Change": the identifier, with a link to change it. */
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

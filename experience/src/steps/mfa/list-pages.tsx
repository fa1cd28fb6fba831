import { Page } from '../../parts/page.tsx';
import { askedFactors } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Skip } from './skip.tsx';
import { Ways } from './ways.tsx';

/** Which second factor to set up. */
export function BindListPage() {
  const { factors: words } = usePhrases();
  const asked = askedFactors('bind');
  if (!asked) {
    return null;
  }
  const heading = asked.isSuggestion
    ? { title: words.moreTitle, sub: words.moreText }
    : { title: words.linkTitle, sub: asked.isSkippable ? words.linkTextOptional : words.linkText };
  return (
    <Page {...heading}>
      <Ways asked={asked} />
      <p className="steps-end">
        <Skip asked={asked} />
      </p>
    </Page>
  );
}

/** Which second factor to use. */
export function VerifyListPage() {
  const { factors: words } = usePhrases();
  const asked = askedFactors('verify');
  return (
    asked && (
      <Page title={words.verifyTitle} sub={words.verifyText}>
        <Ways asked={asked} />
      </Page>
    )
  );
}

import type { AccessRefusal } from '@postern/contracts/sign-in/consent';
import { Alert } from '../../parts/alert.tsx';
import { Page } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { call } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { shorten } from './describe.ts';
import { AccountRow, Pair } from './parties.tsx';

/** The person is signed in but may not use the application. */
export function Refused({ refusal: { application, user, switchAccountUri } }: { refusal: AccessRefusal }) {
  const { refusal: words, consent, common } = usePhrases();
  const { send, busy, slow, alert } = useSending();
  const name = shorten(application.displayName || application.name);
  const goBack = () =>
    send(async () => {
      const { redirectTo } = await call('denyConsent');
      window.location.replace(redirectTo);
    });
  return (
    <Page
      title={fill(words.title, { name })}
      heading={<Sentence text={words.title} parts={{ name: <bdi>{name}</bdi> }} />}
      banner={<Pair application={application} />}
      sub={switchAccountUri ? words.text : words.textOnly}
    >
      <AccountRow user={user} switchAccountUri={undefined} />
      <div className="decision">
        <button type="button" className="button" aria-disabled={busy} aria-busy={busy} onClick={goBack}>
          {words.back}
          {slow && <span className="spinner" />}
        </button>
        {switchAccountUri && (
          <a className="button primary" href={switchAccountUri}>
            {consent.switchAccount}
          </a>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
    </Page>
  );
}

import { Page } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { fill } from '../../platform/languages.ts';
import { printPhone } from '../../platform/phones.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import '../../parts/button.css';
import '../../parts/choices.css';

/** The link is for one account, but another one is signed in. */
export function SwitchAccountPage() {
  const { switchAccount } = useSettings();
  const { switchAccount: words } = usePhrases();
  const invited = new URLSearchParams(window.location.search).get('login_hint') ?? '';
  if (!switchAccount) {
    return null;
  }
  const { user, stayUri } = switchAccount;
  const current =
    user.primaryEmail ?? user.username ?? (user.primaryPhone && printPhone(user.primaryPhone)) ?? user.name ?? '';
  return (
    <Page
      title={fill(words.title, { account: current })}
      sub={<Sentence text={words.text} parts={{ current: <b>{current}</b>, invited: <b>{invited}</b> }} />}
    >
      <div className="choices">
        <a className="button primary" {...linkTo('/one-time-token')}>
          <span>
            <Sentence text={words.switch} parts={{ account: invited }} />
          </span>
        </a>
        {stayUri && (
          <a className="button" href={stayUri}>
            <span>
              <Sentence text={words.stay} parts={{ account: current }} />
            </span>
          </a>
        )}
      </div>
    </Page>
  );
}

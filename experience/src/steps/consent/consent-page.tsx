import type { ConsentDetail, ConsentInfo } from '@postern/contracts/sign-in/consent';
import { organizationsResource } from '@postern/contracts/wire';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Page } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { DocumentLinks } from '../../parts/terms.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { hostOf } from '../../platform/addresses.ts';
import { call } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { permissionWords, shorten, userLines } from './describe.ts';
import { OrganizationChoice } from './organization-choice.tsx';
import { AccountRow, Pair } from './parties.tsx';
import { Refused } from './refused.tsx';
import '../../parts/button.css';
import '../../parts/form.css';
import './consent.css';
import { ConsentIcon } from './icons.tsx';

/** A third-party application requests access, and the person decides. */
export function ConsentPage() {
  const { consent, refusal } = useSettings();
  if (refusal) {
    return <Refused refusal={refusal} />;
  }
  return consent ? <Request info={consent} /> : null;
}

function Request({ info }: { info: ConsentInfo }) {
  const { consent: words } = usePhrases();
  const { application, user, organizations, switchAccountUri, isKnown } = info;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const name = shorten(application.displayName || application.name);
  const asksMore = Boolean(
    info.missingOIDCScope?.length ||
      info.missingResourceScopes?.length ||
      info.authorizationDetails?.length ||
      organizations,
  );
  return (
    <Page
      title={fill(words.title, { name })}
      heading={<Sentence text={words.title} parts={{ name: <bdi>{name}</bdi> }} />}
      banner={<Pair application={application} />}
      sub={isKnown && asksMore ? words.known : undefined}
    >
      {application.isUnverified && <Unverified redirectUri={info.redirectUri} />}
      <AccountRow user={user} switchAccountUri={switchAccountUri} />
      <AskedScopes info={info} />
      {organizations && <OrganizationChoice organizations={organizations} chosen={chosen} onChange={setChosen} />}
      <Decision organizationIds={organizations ? [...chosen] : undefined} />
      <Afterwards info={info} />
    </Page>
  );
}

/** An application that registered itself: only the address of the browser afterwards is known for certain. */
function Unverified({ redirectUri }: Pick<ConsentInfo, 'redirectUri'>) {
  const { unverified: words } = usePhrases().consent;
  const host = redirectUri?.startsWith('https:') ? hostOf(redirectUri) : undefined;
  return (
    <div className="unverified">
      <b>{host ? <bdi>{host}</bdi> : words.onDevice}</b>
      <p>{host ? words.web : words.device}</p>
    </div>
  );
}

type Answer = 'allow' | 'deny';

function Decision({ organizationIds }: { organizationIds: string[] | undefined }) {
  const { consent: words, common } = usePhrases();
  const [answer, setAnswer] = useState<Answer>();
  const { send, busy, slow, isSending, alert } = useSending();

  function decide(next: Answer) {
    if (!isSending()) {
      setAnswer(next);
      send(async () => {
        const body = organizationIds ? { organizationIds } : {};
        const { redirectTo } = await (next === 'allow' ? call('allowConsent', body) : call('denyConsent'));
        window.location.replace(redirectTo);
      });
    }
  }

  const button = (next: Answer, text: string, look: string) => (
    <button
      type="button"
      className={look}
      aria-disabled={busy}
      aria-busy={busy && answer === next}
      onClick={() => decide(next)}
    >
      {text}
      {slow && answer === next && <span className="spinner" />}
    </button>
  );

  return (
    <>
      <div className="decision">
        {button('deny', words.cancel, 'button')}
        {button('allow', words.allow, 'button primary')}
      </div>
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
    </>
  );
}

/** Where the browser is redirected, and the documents of the application. */
function Afterwards({ info: { application, redirectUri } }: { info: ConsentInfo }) {
  const { consent: words } = usePhrases();
  const host = redirectUri === undefined ? undefined : hostOf(redirectUri);
  const { termsOfUseUrl, privacyPolicyUrl } = application;
  return (
    <p className="terms plain-links">
      {host ? (
        <Sentence text={words.goBackTo} parts={{ host: <bdi className="host">{host}</bdi> }} />
      ) : (
        words.goBackToDevice
      )}
      {(termsOfUseUrl || privacyPolicyUrl) && (
        <>
          {' '}
          <Sentence
            text={words.documents}
            parts={{ links: <DocumentLinks termsOfUseUrl={termsOfUseUrl} privacyPolicyUrl={privacyPolicyUrl} /> }}
          />
        </>
      )}
    </p>
  );
}

/** What the application requests: data of the person, then permissions grouped by API. */
function AskedScopes({ info }: { info: ConsentInfo }) {
  const phrases = usePhrases();
  const { consent: words } = phrases;
  const lines = userLines(info, phrases);
  const { missingResourceScopes = [], authorizationDetails: details = [], isKnown, organizations } = info;
  // What the roles in each organization grant of these is shown with the organization.
  const resources = missingResourceScopes.filter(({ resource }) => resource.indicator !== organizationsResource);
  if (lines.length === 0 && resources.length === 0 && details.length === 0) {
    const text = isKnown ? words.nothingNew : words.nothing;
    return organizations ? null : <p className="notice">{text}</p>;
  }
  return (
    <ul className="asked" aria-label={words.asks}>
      {lines.map(({ key, icon, title, text }) => (
        <li key={key}>
          <ConsentIcon name={icon} />
          <div>
            {title}
            {text && <small>{text}</small>}
          </div>
        </li>
      ))}
      {resources.map(({ resource, scopes }) => (
        <li key={resource.id}>
          <ConsentIcon name="key" />
          <div>
            <bdi>{resource.name}</bdi>
            <ul className="permissions">
              {scopes.map((scope) => (
                <li className="permission" key={scope.id}>
                  <bdi>{permissionWords(scope)}</bdi>
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
      {details.map((detail, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and entries may be equal
        <AskedDetail key={place} detail={detail} />
      ))}
    </ul>
  );
}

/** An entry of `authorization_details`, with all its values. */
function AskedDetail({ detail: { title, resource, lines } }: { detail: ConsentDetail }) {
  return (
    <li>
      <ConsentIcon name="shield" />
      <div>
        <bdi>{title}</bdi>
        {resource && (
          <small>
            <bdi>{resource}</bdi>
          </small>
        )}
        <ul className="permissions">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and lines may be equal
            <li className="permission" key={place}>
              <bdi>{line.title}</bdi>: <bdi className="value">{line.value}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

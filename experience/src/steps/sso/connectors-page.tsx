import { useEffect, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Page } from '../../parts/page.tsx';
import { ProviderLogo } from '../../parts/provider-logo.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { findChoice, leaveForSso } from '../../platform/sso-way.ts';
import '../../parts/button.css';
import '../../parts/other-ways.css';

/** The identity providers for an email address. */
export function ConnectorsPage() {
  const { experience } = useSettings();
  const { sso: words, providers, common } = usePhrases();
  const [pressed, setPressed] = useState<string>();
  const { send, busy, slow, alert } = useSending();
  const [choice] = useState(findChoice);
  const connectors = experience.ssoConnectors.filter(({ id }) => choice?.connectorIds.includes(id));
  const isEmpty = connectors.length === 0;

  useEffect(() => {
    if (isEmpty) {
      navigate('/single-sign-on', { replace: true });
    }
  }, [isEmpty]);
  if (isEmpty) {
    return null;
  }

  function leave(id: string) {
    if (!busy) {
      setPressed(id);
      // Terms that must be accepted are asked for on return.
      send(() => leaveForSso(id, { event: 'SignIn', isAgreed: false }));
    }
  }

  return (
    <Page
      title={words.action}
      sub={choice?.email ? <Sentence text={words.choose} parts={{ email: <b>{choice.email}</b> }} /> : words.enabled}
    >
      <ul className="ways ways-wide" aria-label={words.action}>
        {connectors.map(({ id, connectorName, logo, darkLogo }) => (
          <li key={id}>
            <button
              type="button"
              className="button"
              aria-disabled={busy}
              aria-busy={busy && pressed === id}
              onClick={() => leave(id)}
            >
              <ProviderLogo provider={{ logo, logoDark: darkLogo ?? null }} name={connectorName} isPlain={false} />
              <span>{fill(providers.continueWith, { name: connectorName })}</span>
              {busy && slow && pressed === id && <span className="spinner" />}
            </button>
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
      <p className="end">
        <a {...linkTo('/sign-in')}>{providers.another}</a>
      </p>
    </Page>
  );
}

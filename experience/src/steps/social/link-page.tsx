import { useState } from 'react';
import { Agree } from '../../parts/agree.tsx';
import { Alert } from '../../parts/alert.tsx';
import { Page } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { useSending } from '../../parts/use-sending.ts';
import type { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { printPhone } from '../../platform/phones.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { findWay, saveWay } from '../../platform/provider-way.ts';
import type { Params } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { link, registerBy, termsOpen } from './proceed.ts';
import { foreign, Refused, useProviderName } from './refused.tsx';
import '../../parts/choices.css';

type Choice = 'link' | 'create';

/** A user with the same proven address exists: asks whether to link the two. */
export function LinkPage({ params: { connectorId = '' } }: { params: Params }) {
  const settings = useSettings();
  const { providers: words, common } = usePhrases();
  const name = useProviderName(connectorId);
  const [choice, setChoice] = useState<Choice>();
  const [isAsked, setAsked] = useState(false);
  const { send, busy, slow, alert } = useSending(settle);
  const { related, verificationId } = findWay(connectorId) ?? {};
  const canCreate = settings.experience.signInMode !== 'SignIn';

  function settle({ code }: CallError): boolean {
    setAsked(code === termsOpen.Register);
    return code === termsOpen.Register;
  }

  if (!related || !verificationId) {
    return <Refused failure={foreign} name={name} />;
  }

  function choose(next: Choice, proof: string) {
    setChoice(next);
    send(() => (next === 'link' ? link(connectorId, proof) : registerBy(connectorId, proof, settings)));
  }

  if (isAsked) {
    const agree = async () => {
      const way = findWay(connectorId);
      if (way) {
        saveWay(connectorId, { ...way, isAgreed: true });
      }
      await registerBy(connectorId, verificationId, settings);
    };
    return <Agree event="Register" sub={fill(words.as, { name })} onAgree={agree} />;
  }

  const button = (what: Choice, text: string) => (
    <button
      type="button"
      className={what === 'link' ? 'button primary' : 'button'}
      aria-disabled={busy}
      aria-busy={busy && choice === what}
      onClick={() => choose(what, verificationId)}
    >
      {text}
      {slow && choice === what && <span className="spinner" />}
    </button>
  );

  const address = related.type === 'phone' ? printPhone(related.value) : related.value;
  return (
    <Page
      title={words.linkTitle}
      sub={<Sentence text={fill(words.linkText, { name })} parts={{ address: <b>{address}</b> }} />}
    >
      <div className="choices">
        {button('link', fill(words.link, { address }))}
        {canCreate && button('create', words.create)}
      </div>
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
    </Page>
  );
}

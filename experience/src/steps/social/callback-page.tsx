import { useState } from 'react';
import { Agree } from '../../parts/agree.tsx';
import { Alert } from '../../parts/alert.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { Waiting } from '../../parts/waiting.tsx';
import type { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { findWay, saveWay } from '../../platform/provider-way.ts';
import type { Params } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { proceed, termsOpen } from './proceed.ts';
import { foreignMark } from './read-answer.ts';
import { foreign, Refused, useProviderName } from './refused.tsx';

/** Finishes a sign-in at a provider, without user input if nothing is left to ask. */
export function CallbackPage({ params: { connectorId = '' } }: { params: Params }) {
  const settings = useSettings();
  const { providers: words, common } = usePhrases();
  const name = useProviderName(connectorId);
  const [failure, setFailure] = useState<CallError>();
  const alert = useArrival(() => run(), setFailure);

  async function run(isAgreed?: true) {
    const way = findWay(connectorId);
    if (!way?.answer || window.location.search === foreignMark) {
      throw foreign;
    }
    const agreed = isAgreed ? { ...way, isAgreed } : way;
    saveWay(connectorId, agreed);
    await proceed(connectorId, agreed, settings);
  }

  if (failure?.code === termsOpen.SignIn || failure?.code === termsOpen.Register) {
    const event = failure.code === termsOpen.SignIn ? 'SignIn' : 'Register';
    return <Agree event={event} sub={fill(words.as, { name })} onAgree={() => run(true)} />;
  }
  if (failure) {
    return <Refused failure={failure} name={name} />;
  }
  return (
    <>
      <Waiting title={common.working} sub={fill(words.waiting, { name })} />
      <Alert {...alert} />
    </>
  );
}

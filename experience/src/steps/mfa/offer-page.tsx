import { useEffect, useEffectEvent, useRef } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { hasCapability, hasPasskeys } from '../../platform/passkeys.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { bindPasskey } from './bind-passkey.tsx';
import './mfa.css';

async function decline(never: boolean): Promise<void> {
  await callFactors('skipPasskey', { never });
  await leave();
}

/** Offers a passkey after a sign-in with a password or code. Browsers that can create one silently do so. */
export function OfferPage() {
  const { factors: words } = usePhrases();
  const { send, busy, alert } = useSending();
  const silent = useRef<AbortController>(undefined);

  const upgrade = useEffectEvent(async (signal: AbortSignal) => {
    if (!hasPasskeys()) {
      return decline(false);
    }
    if (await hasCapability('conditionalCreate')) {
      await bindPasskey(words, 'bindSignInPasskey', { mediation: 'conditional', signal });
      await leave();
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    silent.current = controller;
    // Without a silent upgrade the page asks, so a failure needs no message.
    upgrade(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, []);

  return (
    <Page title={words.offerTitle} sub={words.createPasskeyText}>
      <StepForm
        action={words.createPasskey}
        check={() => ({})}
        submit={async () => {
          silent.current?.abort();
          await bindPasskey(words, 'bindSignInPasskey');
          await leave();
        }}
      >
        {null}
      </StepForm>
      <p className="steps-end">
        <button type="button" className="link" aria-disabled={busy} onClick={() => send(() => decline(false))}>
          {words.notNow}
        </button>
        <button type="button" className="link" aria-disabled={busy} onClick={() => send(() => decline(true))}>
          {words.never}
        </button>
      </p>
      <Alert {...alert} />
    </Page>
  );
}

import { Notice } from '../../parts/notices.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { askedFactors } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { createPasskey, hasPasskeys, passkeysMissing } from '../../platform/passkeys.ts';
import { type Phrases, usePhrases } from '../../platform/phrases.ts';
import { BindEnd } from './skip.tsx';

type Ceremony = Parameters<typeof createPasskey>[2];

/** Creates a passkey in the browser and binds it to the account. */
export async function bindPasskey(
  words: Phrases['factors'],
  use: 'bind' | 'bindSignInPasskey',
  ceremony?: Ceremony,
): Promise<void> {
  const { verificationId, registrationOptions } = await callFactors('createPasskey');
  const payload = await createPasskey(registrationOptions, words, ceremony);
  await callFactors('verifyNewPasskey', { verificationId, payload });
  if (use === 'bind') {
    await callFactors('bind', { type: 'WebAuthn', verificationId });
  } else {
    await callFactors('bindSignInPasskey', { verificationId });
  }
}

export function BindPasskeyPage() {
  const { factors: words } = usePhrases();
  const asked = askedFactors('bind');
  if (!asked) {
    return null;
  }
  return (
    <Page title={words.createPasskey} sub={words.createPasskeyText}>
      {hasPasskeys() ? (
        <StepForm
          action={words.createPasskey}
          check={() => ({})}
          submit={async () => {
            await bindPasskey(words, 'bind');
            await leave();
          }}
        >
          {null}
        </StepForm>
      ) : (
        <Notice>{passkeysMissing(words)}</Notice>
      )}
      <BindEnd asked={asked} />
    </Page>
  );
}

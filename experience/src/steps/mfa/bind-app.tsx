import { useRef } from 'react';
import { AuthenticatorKey } from '../../parts/authenticator-key.tsx';
import { CodeField } from '../../parts/code-field.tsx';
import { Page } from '../../parts/page.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { codeLength, readDigits } from '../../parts/verification-code.ts';
import { askedFactors, saveTotpKey, shownTotpKey, type TotpKey } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Prepared } from './prepared.tsx';
import { BindEnd } from './skip.tsx';

async function prepareKey(): Promise<TotpKey> {
  const shown = shownTotpKey();
  if (shown) {
    return shown;
  }
  const key = await callFactors('createTotp');
  saveTotpKey(key);
  return key;
}

/** Shows the key as QR code and text, and asks for a code to confirm that the app has it. */
export function BindAppPage() {
  const { factors: words, verificationCode, common } = usePhrases();
  const asked = askedFactors('bind');
  // The server accepts a code once, so a retry skips this.
  const isVerified = useRef(false);
  if (!asked) {
    return null;
  }

  async function save(verificationId: string, code: string) {
    if (!isVerified.current) {
      await callFactors('verifyTotp', { code, verificationId });
      isVerified.current = true;
    }
    await callFactors('bind', { type: 'Totp', verificationId });
    await leave();
  }

  return (
    <Page title={words.appTitle} sub={words.scan}>
      <Prepared prepare={prepareKey}>
        {({ verificationId, secret, secretQrCode }) => (
          <>
            <AuthenticatorKey secret={secret} secretQrCode={secretQrCode} />
            <StepForm
              action={common.next}
              check={({ code = '' }): FieldErrors =>
                code.length === codeLength ? {} : { code: verificationCode.missing }
              }
              submit={({ code = '' }) => save(verificationId, readDigits(code))}
              place={{ 'session.mfa.invalid_totp_code': () => ({ code: words.appWrong }) }}
            >
              <CodeField />
            </StepForm>
          </>
        )}
      </Prepared>
      <BindEnd asked={asked} />
    </Page>
  );
}

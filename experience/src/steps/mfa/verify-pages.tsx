import type { ReactNode } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { Notice } from '../../parts/notices.tsx';
import { Page } from '../../parts/page.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { codeLength, readDigits } from '../../parts/verification-code.ts';
import { askedFactors, type FactorWay, firstPage } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { hasPasskeys, passkeysMissing, requestPasskey } from '../../platform/passkeys.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { navigate } from '../../platform/router.ts';
import { leaveVerified, TrustCheckbox } from './trust-device.tsx';
import { Ways } from './ways.tsx';
import '../../parts/other-ways.css';

type VerifyPageProps = { way: FactorWay; sub?: ReactNode; children: ReactNode };

/** Asks for one second factor, and offers the others below. */
export function VerifyPage({ way, sub, children }: VerifyPageProps) {
  const { factors: words } = usePhrases();
  const asked = askedFactors('verify');
  if (!asked) {
    return null;
  }
  return (
    <Page title={words.verifyTitle} sub={sub ?? words.verify[way]} onBack={() => navigate(firstPage())}>
      {children}
      {asked.available.some((one) => one !== way) && (
        <>
          <p className="divider">{words.otherWay}</p>
          <Ways asked={asked} except={way} />
        </>
      )}
    </Page>
  );
}

export function VerifyAppPage() {
  const { factors: words, verificationCode, common } = usePhrases();
  return (
    <VerifyPage way="Totp">
      <StepForm
        action={common.next}
        check={({ code = '' }): FieldErrors => (code.length === codeLength ? {} : { code: verificationCode.missing })}
        submit={async ({ code = '', ...values }) => {
          await callFactors('verifyTotp', { code: readDigits(code) });
          await leaveVerified(values);
        }}
        place={{ 'session.mfa.invalid_totp_code': () => ({ code: words.appWrong }) }}
      >
        <TrustCheckbox />
        <CodeField />
      </StepForm>
    </VerifyPage>
  );
}

export function VerifyPasskeyPage() {
  const { factors: words } = usePhrases();
  return (
    <VerifyPage way="WebAuthn">
      {hasPasskeys() ? (
        <StepForm
          action={words.usePasskey}
          check={() => ({})}
          submit={async (values) => {
            const { verificationId, authenticationOptions } = await callFactors('askForPasskey');
            const payload = await requestPasskey(authenticationOptions, words);
            await callFactors('verifyPasskey', { verificationId, payload });
            await leaveVerified(values);
          }}
        >
          <TrustCheckbox />
        </StepForm>
      ) : (
        <Notice>{passkeysMissing(words)}</Notice>
      )}
    </VerifyPage>
  );
}

type TypedCodeProps = {
  way: 'BackupCode' | 'TemporaryCode';
  label: string;
  verify: 'verifyBackupCode' | 'verifyTemporaryCode';
};

/** A code that a person types from paper, with or without spaces. */
function TypedCodePage({ way, label, verify }: TypedCodeProps) {
  const { factors: words, extraProfile, common } = usePhrases();
  const isWrong = () => ({ code: words.wrongCode });
  return (
    <VerifyPage way={way}>
      <StepForm
        action={common.next}
        check={({ code = '' }): FieldErrors => (code.trim() ? {} : { code: extraProfile.required })}
        submit={async ({ code = '', ...values }) => {
          await callFactors(verify, { code: code.replace(/\s/g, '') });
          await leaveVerified(values);
        }}
        place={{
          'session.mfa.invalid_backup_code': isWrong,
          'session.mfa.invalid_temporary_code': isWrong,
          'guard.invalid_input': isWrong,
        }}
      >
        {way === 'BackupCode' && <TrustCheckbox />}
        <TextField name="code" label={label} autoComplete="off" maxLength={40} dir="ltr" />
      </StepForm>
    </VerifyPage>
  );
}

export function VerifyBackupCodePage() {
  const { factors: words } = usePhrases();
  return <TypedCodePage way="BackupCode" label={words.names.BackupCode} verify="verifyBackupCode" />;
}

export function VerifyTemporaryCodePage() {
  const { factors: words } = usePhrases();
  return <TypedCodePage way="TemporaryCode" label={words.names.TemporaryCode} verify="verifyTemporaryCode" />;
}

import type { AccountWays } from '@postern/contracts/account/account-verifications';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useState } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { codeLength, readDigits } from '../../parts/verification-code.ts';
import { hasPasskeys, passkeysMissing, requestPasskey } from '../../platform/passkeys.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useAccountPhrases } from '../phrases.ts';
import { callVerifications } from './calls.ts';
import { CodeProof } from './code-proof.tsx';

type Factor = AccountWays['factors'][number];
type FactorProofProps = { ways: AccountWays; proof: string; onDone: (proof: string) => void };

function addressOf({ email, phone }: AccountWays, factor: Factor): Address | undefined {
  if (factor === 'EmailVerificationCode') {
    return email === null ? undefined : { type: 'email', value: email };
  }
  return factor === 'PhoneVerificationCode' && phone !== null ? { type: 'phone', value: phone } : undefined;
}

/** The factors that this browser and this account can verify now. */
const usable = (ways: AccountWays) =>
  ways.factors.filter((factor) => {
    if (factor === 'WebAuthn') {
      return hasPasskeys();
    }
    return factor === 'Totp' || factor === 'BackupCode' || addressOf(ways, factor) !== undefined;
  });

/** Asks for a second factor of the account, in addition to the proof of identity. */
export function FactorProof({ ways, proof, onDone }: FactorProofProps) {
  const { factors: words } = usePhrases();
  const [offered] = useState(() => usable(ways));
  const [current, setCurrent] = useState(offered[0]);
  if (!current) {
    return <p className="dialog-text">{passkeysMissing(words)}</p>;
  }
  const address = addressOf(ways, current);
  return (
    <>
      {address ? (
        <CodeProof key={current} address={address} isWanted onDone={onDone} />
      ) : (
        <>
          <p className="dialog-text">{words.verify[current]}</p>
          {current === 'WebAuthn' && <PasskeyForm onDone={onDone} />}
          {current === 'Totp' && <AppForm proof={proof} onDone={onDone} />}
          {current === 'BackupCode' && <BackupCodeForm proof={proof} onDone={onDone} />}
        </>
      )}
      {offered
        .filter((other) => other !== current)
        .map((other) => (
          <p key={other} className="other-way">
            <button type="button" className="link" onClick={() => setCurrent(other)}>
              {words.names[other]}
            </button>
          </p>
        ))}
    </>
  );
}

function PasskeyForm({ onDone }: Pick<FactorProofProps, 'onDone'>) {
  const { factors: words } = usePhrases();
  return (
    <StepForm
      action={words.usePasskey}
      check={() => ({})}
      submit={async () => {
        const { verificationRecordId, authenticationOptions } = await callVerifications('beginPasskey');
        const payload = await requestPasskey(authenticationOptions, words);
        await callVerifications('verifyPasskey', { body: { verificationRecordId, payload } });
        onDone(verificationRecordId);
      }}
    >
      {null}
    </StepForm>
  );
}

type CodeProps = Omit<FactorProofProps, 'ways'>;

async function addCode({ proof, onDone }: CodeProps, type: 'Totp' | 'BackupCode', code: string): Promise<void> {
  await callVerifications('factor', { body: { verificationRecordId: proof, type, code } });
  onDone(proof);
}

function AppForm(props: CodeProps) {
  const { factors: words, verificationCode } = usePhrases();
  const { verify } = useAccountPhrases();
  return (
    <StepForm
      action={verify.confirm}
      check={({ code = '' }): FieldErrors => (code.length === codeLength ? {} : { code: verificationCode.missing })}
      submit={({ code = '' }) => addCode(props, 'Totp', readDigits(code))}
      place={{ 'session.mfa.invalid_totp_code': () => ({ code: words.appWrong }) }}
    >
      <CodeField />
    </StepForm>
  );
}

function BackupCodeForm(props: CodeProps) {
  const { factors: words, extraProfile } = usePhrases();
  const { verify } = useAccountPhrases();
  return (
    <StepForm
      action={verify.confirm}
      check={({ code = '' }): FieldErrors => (code.trim() ? {} : { code: extraProfile.required })}
      submit={({ code = '' }) => addCode(props, 'BackupCode', code.replace(/\s/g, ''))}
      place={{ 'session.mfa.invalid_backup_code': () => ({ code: words.wrongCode }) }}
    >
      <TextField name="code" label={words.names.BackupCode} autoComplete="off" maxLength={40} dir="ltr" />
    </StepForm>
  );
}

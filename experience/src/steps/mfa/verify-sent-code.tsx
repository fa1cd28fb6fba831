import { useRef, useState } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { Resend } from '../../parts/resend.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { type FieldErrors, StepForm, type Values } from '../../parts/step-form.tsx';
import { codeErrors, codeLength, readDigits } from '../../parts/verification-code.ts';
import { askedFactors, type FactorCode, saveFactorCode, sentFactorCode } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Prepared } from './prepared.tsx';
import { leaveVerified, TrustCheckbox } from './trust-device.tsx';
import { VerifyPage } from './verify-pages.tsx';

const kinds = { EmailVerificationCode: 'email', PhoneVerificationCode: 'phone' } as const;
type CodeFactor = keyof typeof kinds;

async function sendCode(factor: CodeFactor): Promise<FactorCode> {
  const { verificationId } = await callFactors('sendCode', { identifierType: kinds[factor] });
  const sent = { factor, verificationId, sentAt: Date.now() };
  saveFactorCode(sent);
  return sent;
}

/** A reload does not send another code. */
const sendOnce = {
  EmailVerificationCode: async () => sentFactorCode('EmailVerificationCode') ?? sendCode('EmailVerificationCode'),
  PhoneVerificationCode: async () => sentFactorCode('PhoneVerificationCode') ?? sendCode('PhoneVerificationCode'),
};

export const VerifyEmailPage = () => <SentCodePage factor="EmailVerificationCode" />;
export const VerifyPhonePage = () => <SentCodePage factor="PhoneVerificationCode" />;

/** Sends a code when the page opens, and asks for it. */
function SentCodePage({ factor }: { factor: CodeFactor }) {
  const { verificationCode: words, identifier } = usePhrases();
  const masked = askedFactors('verify')?.masked[factor];
  return (
    <VerifyPage
      way={factor}
      sub={
        masked && (
          <Sentence text={words.sent} parts={{ address: <b dir="ltr">{masked}</b>, kind: identifier[kinds[factor]] }} />
        )
      }
    >
      <Prepared prepare={sendOnce[factor]}>{(sent) => <CodeForm factor={factor} start={sent} />}</Prepared>
    </VerifyPage>
  );
}

function CodeForm({ factor, start }: { factor: CodeFactor; start: FactorCode }) {
  const { verificationCode: words, common } = usePhrases();
  const [sent, setSent] = useState(start);
  // The server accepts a code once, so a retry skips this.
  const verified = useRef<string>(undefined);
  const { verificationId } = sent;

  async function verify(code: string, values: Values) {
    if (verified.current !== verificationId) {
      await callFactors('verifyCode', { verificationId, code, identifierType: kinds[factor] });
      verified.current = verificationId;
    }
    await leaveVerified(values);
  }

  return (
    <>
      <StepForm
        action={common.next}
        check={({ code = '' }): FieldErrors =>
          code.length === codeLength || verified.current === verificationId ? {} : { code: words.missing }
        }
        submit={({ code = '', ...values }) => verify(readDigits(code), values)}
        place={codeErrors(words)}
      >
        <TrustCheckbox />
        <CodeField />
      </StepForm>
      <Resend sentAt={sent.sentAt} sendAgain={async () => setSent(await sendCode(factor))} />
    </>
  );
}

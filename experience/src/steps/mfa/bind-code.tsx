import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useRef, useState } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { addressErrors, checkedIdentifier, checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { Page } from '../../parts/page.tsx';
import { Resend } from '../../parts/resend.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { codeErrors, codeLength, readDigits } from '../../parts/verification-code.ts';
import { call } from '../../platform/client.ts';
import { type AskedFactors, askedFactors } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { isAddress, printIdentifier } from '../../platform/identifiers.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { BindEnd } from './skip.tsx';

type Kind = Address['type'];
type Sent = { address: Address; verificationId: string; sentAt: number };

const factorOf = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

async function sendTo(address: Address): Promise<Sent> {
  const { interactionEvent } = await call('interaction');
  const { verificationId } = await call('sendCode', { identifier: address, interactionEvent });
  return { address, verificationId, sentAt: Date.now() };
}

export const BindEmailPage = () => <BindCodePage kind="email" />;
export const BindPhonePage = () => <BindCodePage kind="phone" />;

/** Adds an email address or phone number, whose codes are then the second factor. */
function BindCodePage({ kind }: { kind: Kind }) {
  const asked = askedFactors('bind');
  const [sent, setSent] = useState<Sent>();
  if (!asked) {
    return null;
  }
  return sent ? (
    <CodePage asked={asked} sent={sent} onSent={setSent} />
  ) : (
    <AddressPage asked={asked} kind={kind} onSent={setSent} />
  );
}

type AddressPageProps = { asked: AskedFactors; kind: Kind; onSent: (sent: Sent) => void };

function AddressPage({ asked, kind, onSent }: AddressPageProps) {
  const phrases = usePhrases();
  const { continue: words, common, factors } = phrases;
  const allowed = [kind];
  return (
    <Page
      title={words[kind]}
      sub={
        <>
          {words.addressSub}
          {kind === 'phone' && (
            <>
              <br />
              {factors.textsAreWeaker}
            </>
          )}
        </>
      }
    >
      <StepForm
        action={common.next}
        stays
        check={(values) => checkIdentifier(values, allowed, phrases)}
        submit={async (values) => {
          const identifier = checkedIdentifier(values, allowed);
          if (isAddress(identifier)) {
            onSent(await sendTo(identifier));
          }
        }}
        place={addressErrors(phrases)}
      >
        <IdentifierField allowed={allowed} isNew start="" />
      </StepForm>
      <BindEnd asked={asked} />
    </Page>
  );
}

type CodePageProps = { asked: AskedFactors; sent: Sent; onSent: (sent: Sent | undefined) => void };

function CodePage({ asked, sent, onSent }: CodePageProps) {
  const phrases = usePhrases();
  const { verificationCode: words, common, identifier } = phrases;
  const { address, verificationId } = sent;
  // The server accepts a code once, so a retry skips this.
  const verified = useRef<string>(undefined);
  const change = () => onSent(undefined);

  async function save(code: string) {
    if (verified.current !== verificationId) {
      await call('verifyCode', { identifier: address, verificationId, code });
      verified.current = verificationId;
    }
    await callFactors('bind', { type: factorOf[address.type], verificationId });
    await leave();
  }

  return (
    <Page
      title={address.type === 'email' ? words.titleEmail : words.titlePhone}
      sub={
        <>
          <Sentence
            text={words.sent}
            parts={{ address: <b>{printIdentifier(address)}</b>, kind: identifier[address.type] }}
          />{' '}
          <button type="button" className="link" onClick={change}>
            {common.change}
          </button>
        </>
      }
      onBack={change}
    >
      <StepForm
        action={common.next}
        check={({ code = '' }): FieldErrors =>
          code.length === codeLength || verified.current === verificationId ? {} : { code: words.missing }
        }
        submit={({ code = '' }) => save(readDigits(code))}
        place={codeErrors(words)}
      >
        <CodeField />
      </StepForm>
      <Resend sentAt={sent.sentAt} sendAgain={async () => onSent(await sendTo(address))} />
      <BindEnd asked={asked} />
    </Page>
  );
}

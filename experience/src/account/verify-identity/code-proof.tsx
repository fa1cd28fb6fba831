import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useRef, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { CodeField } from '../../parts/code-field.tsx';
import { Resend } from '../../parts/resend.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { codeErrors, codeLength, readDigits } from '../../parts/verification-code.ts';
import { CallError, isPassing } from '../../platform/client.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useAccountPhrases } from '../phrases.ts';
import { callVerifications } from './calls.ts';

type CodeProofProps = {
  address: Address;
  /** The person chose this method, so the code is sent at once. */
  isWanted: boolean;
  onDone: (proof: string) => void;
};

/** Confirms the identity with a code to an existing address of the account. */
export function CodeProof({ address, isWanted, onDone }: CodeProofProps) {
  const { verify } = useAccountPhrases();
  const [sent, setSent] = useState<Sent>();
  const send = async () => setSent(await sendCode(address));
  if (sent) {
    return <CodeForm sent={sent} action={verify.confirm} submit={async (id) => onDone(id)} sendAgain={send} />;
  }
  return isWanted ? <SendAtOnce address={address} send={send} /> : <OfferCode address={address} send={send} />;
}

export async function sendCode(address: Address): Promise<Sent> {
  const { verificationRecordId: id } = await callVerifications('sendCode', { body: { identifier: address } });
  return { id, address, sentAt: Date.now() };
}

type SendProps = { address: Address; send: () => Promise<void> };

function OfferCode({ address, send }: SendProps) {
  const { verify } = useAccountPhrases();
  return (
    <>
      <p className="dialog-text">
        <Sentence text={verify.code} parts={{ address: <b>{printIdentifier(address)}</b> }} />
      </p>
      <StepForm action={verify.sendCode} check={() => ({})} submit={send}>
        {null}
      </StepForm>
    </>
  );
}

function SendAtOnce({ address, send }: SendProps) {
  const { common } = usePhrases();
  const [refusal, setRefusal] = useState<CallError>();
  const [isTold, setTold] = useState(true);
  const alert = useArrival(send, setRefusal);
  if (refusal) {
    const forget = () => setTold(false);
    const sendAgain = () => {
      forget();
      return send();
    };
    return (
      <>
        <OfferCode address={address} send={sendAgain} />
        {/* The form lets the person try again. */}
        <Alert error={isTold ? refusal : undefined} onRetry={forget} onClose={forget} />
      </>
    );
  }
  return (
    <>
      <p className="dialog-text" role="status">
        {common.working}
      </p>
      <Alert {...alert} />
    </>
  );
}

/** A code that was sent to an address. */
export type Sent = { id: string; address: Address /** Milliseconds since 1970. */; sentAt: number };

type CodeFormProps = {
  sent: Sent;
  action: string;
  /** Called with the id of the verified record. */
  submit: (recordId: string) => Promise<void>;
  sendAgain: () => Promise<void>;
  place?: Record<string, (failure: CallError) => FieldErrors | undefined>;
};

/** Asks for the six digits. A code can be used once, so a retry of the later steps skips it. */
export function CodeForm({ sent, action, submit, sendAgain, place = {} }: CodeFormProps) {
  const { verificationCode: words, identifier } = usePhrases();
  const verified = useRef<string>(undefined);
  const lost = useRef<string>(undefined);

  async function prove({ id, address }: Sent, code: string) {
    try {
      await callVerifications('verifyCode', { body: { identifier: address, verificationId: id, code } });
    } catch (error) {
      const failure = error instanceof CallError ? error : undefined;
      // If the response to the same code was lost, the server may already have accepted it.
      const wasTaken = lost.current === id && failure?.code === 'verification_code.not_found';
      if (failure && isPassing(failure.code)) {
        lost.current = id;
      }
      if (!wasTaken) {
        throw error;
      }
    }
    verified.current = id;
  }

  return (
    <>
      <p className="dialog-text">
        <Sentence
          text={words.sent}
          parts={{ address: <b>{printIdentifier(sent.address)}</b>, kind: identifier[sent.address.type] }}
        />
      </p>
      <StepForm
        action={action}
        stays
        check={({ code = '' }): FieldErrors =>
          code.length === codeLength || verified.current === sent.id ? {} : { code: words.missing }
        }
        submit={async ({ code = '' }) => {
          if (verified.current !== sent.id) {
            await prove(sent, readDigits(code));
          }
          await submit(sent.id);
        }}
        place={{ ...codeErrors(words), ...place }}
      >
        <CodeField />
      </StepForm>
      <Resend sentAt={sent.sentAt} sendAgain={sendAgain} />
    </>
  );
}

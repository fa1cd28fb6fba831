import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import type { CallError } from '../../platform/client.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useAccountPhrases } from '../phrases/index.ts';
import { callVerifications } from './calls.ts';
import { CodeForm, type Sent } from './code-form.tsx';

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

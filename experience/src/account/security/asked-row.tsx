import { useState } from 'react';
import { useSending } from '../../parts/use-sending.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { PageAlert } from '../parts/page-alert.tsx';
import { useTell } from '../parts/tell.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { useAccess } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors } from './calls.ts';

type AskedRowProps = { isSkipped: boolean; onChanged: () => Promise<void> };

/** Whether the second steps that are there are asked for. */
export function AskedRow({ isSkipped, onChanged }: AskedRowProps) {
  const { security: words } = useAccountPhrases();
  const { isEditable } = useAccess();
  const tell = useTell();
  const { withProof } = useVerifyIdentity();
  const { send, alert } = useSending(undefined, { stays: true });
  const [isAsking, setAsking] = useState(false);

  async function choose(skipMfaOnSignIn: boolean) {
    if (await withProof((proof) => callFactors('updateSettings', { body: { skipMfaOnSignIn }, proof }))) {
      await onChanged();
      tell(words.askedSaved);
      setAsking(false);
    }
  }

  return (
    <>
      <Row
        label={words.asked}
        value={isSkipped ? words.askedOff : words.askedOn}
        actions={
          isEditable('mfa') && (
            <RowButton
              action={isSkipped ? words.turnOn : words.turnOff}
              what={words.asked}
              isDanger={!isSkipped}
              onClick={() => (isSkipped ? send(() => choose(false)) : setAsking(true))}
            />
          )
        }
      />
      <PageAlert alert={alert} />
      {isAsking && (
        <ConfirmDialog
          title={words.askedOffTitle}
          text={words.askedOffText}
          action={words.turnOff}
          onClose={() => setAsking(false)}
          run={() => choose(true)}
        />
      )}
    </>
  );
}

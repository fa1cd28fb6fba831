import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { useState } from 'react';
import { type FieldErrors, StepForm, type Values } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fill } from '../../platform/languages.ts';
import { createPasskey, hasPasskeys, passkeysMissing } from '../../platform/passkeys.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Card, Row, RowButton, Rows } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { printDay } from '../parts/print.ts';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors, callPasskeys } from './calls.ts';
import { type FactorProps, RemoveFactor } from './remove-factor.tsx';

export function PasskeysCard(part: FactorProps) {
  const { security: words } = useAccountPhrases();
  const { factors } = usePhrases();
  const { isEditable } = useAccess();
  const { mfa, passkeySignIn } = useAccountSettings().experience;
  const isOffered = mfa.factors.includes('WebAuthn') || passkeySignIn.enabled === true;
  const { ask } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  const passkeys = part.factors.filter(({ type }) => type === 'WebAuthn');
  const mayAdd = isEditable('passkey') && isOffered;
  return (
    <Card
      title={words.passkeys}
      help={mayAdd && !hasPasskeys() ? passkeysMissing(factors) : words.passkeysHelp}
      action={
        mayAdd &&
        hasPasskeys() && (
          <button type="button" className="button small" onClick={async () => setProof(await ask())}>
            {words.addPasskey}
          </button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <p className="card-empty">{words.passkeysNone}</p>
      ) : (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...part} passkey={passkey} />
          ))}
        </Rows>
      )}
      {proof && <PasskeyDialog proof={proof} onChanged={part.onChanged} onClose={() => setProof(undefined)} />}
    </Card>
  );
}

function PasskeyRow({ passkey, ...part }: FactorProps & { passkey: UserMfaVerification }) {
  const { security: words, common } = useAccountPhrases();
  const { isEditable } = useAccess();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const name = passkey.name || words.passkey;
  const close = () => setOpen(undefined);
  return (
    <>
      <Row
        label={name}
        value={fill(words.since, { date: printDay(passkey.createdAt) })}
        actions={
          isEditable('passkey') && (
            <>
              <RowButton action={words.rename} what={name} onClick={() => setOpen('rename')} />
              <RowButton action={common.remove} what={name} isDanger onClick={() => setOpen('remove')} />
            </>
          )
        }
      />
      {open === 'rename' && <RenameDialog passkey={passkey} onChanged={part.onChanged} onClose={close} />}
      {open === 'remove' && (
        <RemoveFactor {...part} factor={passkey} what={name} text={words.removePasskey} onClose={close} />
      )}
    </>
  );
}

const maxName = 64;

function useCheckName() {
  const { security: words } = useAccountPhrases();
  return ({ name = '' }: Values): FieldErrors => {
    const length = name.trim().length;
    if (length === 0) {
      return { name: words.passkeyNameMissing };
    }
    return length > maxName ? { name: words.passkeyNameLong } : {};
  };
}

function NameField({ start }: { start: string }) {
  const { security: words } = useAccountPhrases();
  return (
    <TextField
      name="name"
      label={words.passkeyName}
      hint={words.passkeyNameHelp}
      defaultValue={start}
      autoComplete="off"
    />
  );
}

type AddProps = { proof: string; onChanged: () => Promise<void>; onClose: () => void };

/** Creates a passkey in the browser and adds it to the account. The server names it after the device. */
function PasskeyDialog({ proof, onChanged, onClose }: AddProps) {
  const { security: words } = useAccountPhrases();
  const { factors } = usePhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();

  async function add() {
    const { verificationRecordId, registrationOptions } = await callPasskeys('beginWebAuthn');
    const payload = await createPasskey(registrationOptions, factors);
    await callPasskeys('verifyWebAuthn', { body: { verificationRecordId, payload } });
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId } as const;
    if (await withProof((id) => callFactors('add', { body, proof: id }), proof)) {
      await onChanged();
      showSuccess(words.passkeySaved);
      onClose();
    }
  }

  return (
    <Dialog title={words.addPasskey} text={<p>{words.addPasskeyText}</p>} onClose={onClose}>
      <StepForm action={words.makePasskey} stays check={() => ({})} submit={add}>
        {null}
      </StepForm>
    </Dialog>
  );
}

type RenameProps = { passkey: UserMfaVerification; onChanged: () => Promise<void>; onClose: () => void };

function RenameDialog({ passkey, onChanged, onClose }: RenameProps) {
  const { security: words, common } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const check = useCheckName();
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <StepForm
        action={common.save}
        stays
        check={check}
        submit={async ({ name = '' }) => {
          const call = { params: { verificationId: passkey.id }, body: { name: name.trim() } };
          if (await withProof((proof) => callFactors('rename', { ...call, proof }))) {
            await onChanged();
            showSuccess(words.renamed);
            onClose();
          }
        }}
      >
        <NameField start={passkey.name ?? ''} />
      </StepForm>
    </Dialog>
  );
}

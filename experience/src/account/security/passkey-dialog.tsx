import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { type FieldErrors, StepForm, type Values } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { CallError } from '../../platform/client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/tell.tsx';
import { type AccountPhrases, useAccountPhrases } from '../phrases/index.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors, callPasskeys } from './calls.ts';
import { makePasskey } from './make-passkey.ts';

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

/** Errors of the browser (WebAuthn §5.1.3): the device already has a passkey, or the person canceled. */
function refusalOf(error: unknown, words: AccountPhrases['security']): CallError {
  const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
  return isKnown
    ? new CallError({ code: 'passkey.known', message: words.passkeyKnown })
    : new CallError({ code: 'passkey.refused', message: words.passkeyRefused });
}

type AddProps = { proof: string; onChanged: () => Promise<void>; onClose: () => void };

/** Creates a passkey in the browser and adds it to the account. The server names it after the device. */
export function PasskeyDialog({ proof, onChanged, onClose }: AddProps) {
  const { security: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();

  async function add() {
    const { verificationRecordId, registrationOptions } = await callPasskeys('beginWebAuthn');
    const payload = await makePasskey(registrationOptions).catch((error: unknown) =>
      Promise.reject(refusalOf(error, words)),
    );
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

export function RenameDialog({ passkey, onChanged, onClose }: RenameProps) {
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

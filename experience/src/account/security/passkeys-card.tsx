import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import type { RegistrationOptions, WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import { useState } from 'react';
import { type FieldErrors, StepForm, type Values } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { Card, Row, RowButton, Rows } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { printDay } from '../parts/print.ts';
import { type AccountPhrases, useAccountPhrases } from '../phrases/index.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors, callPasskeys } from './calls.ts';
import { type FactorProps, RemoveFactor } from './remove-factor.tsx';

export function PasskeysCard(part: FactorProps) {
  const { security: words } = useAccountPhrases();
  const { isEditable } = useAccess();
  const isOffered = useAccountSettings().experience.mfa.factors.includes('WebAuthn');
  const { ask } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  const passkeys = part.factors.filter(({ type }) => type === 'WebAuthn');
  const mayAdd = isEditable('mfa') && isOffered;
  return (
    <Card
      title={words.passkeys}
      help={mayAdd && !canMakePasskeys() ? words.passkeysUnable : words.passkeysHelp}
      action={
        mayAdd &&
        canMakePasskeys() && (
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
          isEditable('mfa') && (
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

/** Errors of the browser (WebAuthn §5.1.3): the device already has a passkey, or the person canceled. */
function refusalOf(error: unknown, words: AccountPhrases['security']): CallError {
  const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
  return isKnown
    ? new CallError({ code: 'passkey.known', message: words.passkeyKnown })
    : new CallError({ code: 'passkey.refused', message: words.passkeyRefused });
}

type AddProps = { proof: string; onChanged: () => Promise<void>; onClose: () => void };

/** Creates a passkey in the browser and adds it to the account. The server names it after the device. */
function PasskeyDialog({ proof, onChanged, onClose }: AddProps) {
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

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const canMakePasskeys = () => 'PublicKeyCredential' in window;

/** Converts the options to bytes. `parseCreationOptionsFromJSON` does the same but not all browsers have it. */
function readOptions({ challenge, user, excludeCredentials, extensions: _none, ...rest }: RegistrationOptions) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials?.map(({ id, transports, ...one }) => ({
      ...one,
      id: toBytes(id),
      // The standard has added values since the types were written.
      transports: transports as AuthenticatorTransport[] | undefined,
    })),
  } satisfies PublicKeyCredentialCreationOptions;
}

const isTransport = (name: string): name is NonNullable<WebAuthnAttestation['response']['transports']>[number] =>
  ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'].includes(name);

/** Creates a passkey in the browser and serializes it for the server. Throws a DOMException when the person cancels. */
async function makePasskey(options: RegistrationOptions): Promise<WebAuthnAttestation> {
  const made = await navigator.credentials.create({ publicKey: readOptions(options) });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw new DOMException('The browser made no passkey.', 'NotAllowedError');
  }
  const { response } = made;
  return {
    type: 'WebAuthn',
    id: made.id,
    rawId: toText(made.rawId),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports().filter(isTransport),
    },
    clientExtensionResults: {},
  };
}

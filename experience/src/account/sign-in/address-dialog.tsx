import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useRef, useState } from 'react';
import { addressErrors, checkedIdentifier, checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { type FieldErrors, StepForm, type Values } from '../../parts/step-form.tsx';
import { CallError, isPassing } from '../../platform/client.ts';
import { isAddress, printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { callAccount } from '../client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccount } from '../use-account.tsx';
import { CodeForm, type Sent, sendCode } from '../verify-identity/code-proof.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';

type AddressDialogProps = {
  type: Address['type'];
  current: Address | undefined;
  /** Proof of identity, obtained before. */
  proof: string;
  onClose: () => void;
};

/** Asks for the new address, then for the code sent to it. */
export function AddressDialog({ type, current, proof, onClose }: AddressDialogProps) {
  const { signIn: words, common } = useAccountPhrases();
  const { factors } = usePhrases();
  const showSuccess = useShowSuccess();
  const { changed } = useAccount();
  const save = useSaveAddress(proof);
  const [sent, setSent] = useState<Sent>();
  const [refused, setRefused] = useState<FieldErrors>();
  const typed = useRef('');

  if (!sent) {
    return (
      <Dialog
        title={titleFor(type, current, words)}
        text={
          <>
            <p>{current ? fill(words.oldIsTold, { address: printIdentifier(current) }) : words.addressHelp}</p>
            {type === 'phone' && <p>{factors.textsAreWeaker}</p>}
          </>
        }
        onClose={onClose}
      >
        <AddressForm
          type={type}
          current={current}
          start={typed.current}
          refused={refused}
          onSent={(next, text) => {
            typed.current = text;
            setRefused(undefined);
            setSent(next);
          }}
        />
      </Dialog>
    );
  }

  function refuse(): FieldErrors {
    setRefused({ identifier: words.taken });
    setSent(undefined);
    return {};
  }

  return (
    <Dialog title={type === 'email' ? words.codeTitleEmail : words.codeTitlePhone} onClose={onClose}>
      <CodeForm
        sent={sent}
        action={common.save}
        submit={async (recordId) => {
          if (await save(sent.address, recordId)) {
            await changed();
            showSuccess(type === 'email' ? words.emailSaved : words.phoneSaved);
            onClose();
          }
        }}
        sendAgain={async () => setSent(await sendCode(sent.address))}
        place={{ 'user.email_already_in_use': refuse, 'user.phone_already_in_use': refuse }}
      />
      <p className="other-way">
        <button type="button" className="link" onClick={() => setSent(undefined)}>
          {words.otherAddress}
        </button>
      </p>
    </Dialog>
  );
}

type Words = ReturnType<typeof useAccountPhrases>['signIn'];

function titleFor(type: Address['type'], current: Address | undefined, words: Words): string {
  if (type === 'email') {
    return current ? words.changeEmail : words.addEmail;
  }
  return current ? words.changePhone : words.addPhone;
}

type AddressFormProps = Pick<AddressDialogProps, 'type' | 'current'> & {
  start: string;
  refused: FieldErrors | undefined;
  onSent: (sent: Sent, typed: string) => void;
};

function AddressForm({ type, current, start, refused, onSent }: AddressFormProps) {
  const { signIn: words } = useAccountPhrases();
  const phrases = usePhrases();
  const allowed = [type];

  function check(values: Values): FieldErrors {
    const errors = checkIdentifier(values, allowed, phrases);
    const isSame = !errors.identifier && checkedIdentifier(values, allowed).value === current?.value;
    return isSame ? { identifier: words.same } : errors;
  }

  return (
    <StepForm
      {...(refused ? { startWith: refused } : {})}
      action={words.sendCode}
      check={check}
      submit={async (values) => {
        const address = checkedIdentifier(values, allowed);
        if (isAddress(address)) {
          onSent(await sendCode(address), values.identifier ?? '');
        }
      }}
      place={addressErrors(phrases)}
    >
      <IdentifierField allowed={allowed} isNew start={start} />
    </StepForm>
  );
}

const putAddress = ({ type, value }: Address, newIdentifierVerificationRecordId: string, proof: string) =>
  type === 'email'
    ? callAccount('setEmail', { body: { email: value, newIdentifierVerificationRecordId }, proof })
    : callAccount('setPhone', { body: { phone: value, newIdentifierVerificationRecordId }, proof });

async function isTheirs({ type, value }: Address): Promise<boolean> {
  const { primaryEmail, primaryPhone } = await callAccount('get');
  return type === 'email' ? primaryEmail?.toLowerCase() === value.toLowerCase() : primaryPhone === value;
}

/** Saves a proven address; false when the person cancels. Handles a save whose response was lost. */
function useSaveAddress(proof: string) {
  const { withProof } = useVerifyIdentity();
  const isLost = useRef(false);
  return async (address: Address, recordId: string): Promise<boolean> => {
    try {
      return await withProof((id) => putAddress(address, recordId, id), proof);
    } catch (error) {
      const code = error instanceof CallError ? error.code : '';
      // A record can be used once: if it is gone after a lost response, it was used.
      if (isLost.current && code === 'verification_record.not_found' && (await isTheirs(address))) {
        return true;
      }
      isLost.current ||= isPassing(code);
      throw error;
    }
  };
}

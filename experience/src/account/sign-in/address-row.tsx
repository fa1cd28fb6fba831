import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useState } from 'react';
import { printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { callAccount } from '../client.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { mayRemove } from './may-remove.ts';

/** An email address or a phone number. Adding or changing it needs a code and a recent identity check. */
export function AddressRow({ type }: { type: Address['type'] }) {
  const { signIn: words, common } = useAccountPhrases();
  const { account } = useAccount();
  const settings = useAccountSettings();
  const { ask } = useVerifyIdentity();
  const [open, setOpen] = useState<{ proof: string } | 'remove'>();
  const value = type === 'email' ? account.primaryEmail : account.primaryPhone;
  const current = value ? { type, value } : undefined;
  const close = () => setOpen(undefined);

  async function change() {
    const proof = await ask();
    setOpen(proof ? { proof } : undefined);
  }

  return (
    <>
      <Row
        label={words[type]}
        // Phone numbers are written left to right in every language.
        value={current && <bdi dir="ltr">{printIdentifier(current)}</bdi>}
        actions={
          useAccess().isEditable(type) && (
            <>
              <RowButton action={current ? common.change : common.add} what={words[type]} onClick={change} />
              {mayRemove(type, account, settings) && (
                <RowButton action={common.remove} what={words[type]} isDanger onClick={() => setOpen('remove')} />
              )}
            </>
          )
        }
      />
      {typeof open === 'object' && <AddressDialog type={type} current={current} proof={open.proof} onClose={close} />}
      {open === 'remove' && current && <RemoveAddress address={current} onClose={close} />}
    </>
  );
}

function RemoveAddress({ address, onClose }: { address: Address; onClose: () => void }) {
  const { signIn: words, common } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { changed } = useAccount();
  const { withProof } = useVerifyIdentity();
  const isEmail = address.type === 'email';
  return (
    <ConfirmDialog
      title={fill(words.removeTitle, { value: printIdentifier(address) })}
      text={isEmail ? words.removeEmail : words.removePhone}
      action={common.remove}
      onClose={onClose}
      run={async () => {
        if (await withProof((proof) => callAccount(isEmail ? 'removeEmail' : 'removePhone', { proof }))) {
          await changed();
          showSuccess(words.removed);
          onClose();
        }
      }}
    />
  );
}

import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { Card, Row, RowButton, Rows } from '../parts/card.tsx';
import { printDay } from '../parts/print-time.ts';
import { useAccountPhrases } from '../phrases/index.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { canMakePasskeys } from './make-passkey.ts';
import type { FactorProps } from './part-props.ts';
import { PasskeyDialog, RenameDialog } from './passkey-dialog.tsx';
import { RemoveFactor } from './remove-factor.tsx';

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

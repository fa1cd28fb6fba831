import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { fill } from '../../platform/languages.ts';
import { signalPasskeys } from '../../platform/passkeys.ts';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors } from './calls.ts';

/** Backup codes alone are not a second factor: they are removed with the last one. */
function goesWith(factor: UserMfaVerification, factors: Factors): UserMfaVerification[] {
  const others = factors.filter(({ id }) => id !== factor.id);
  return others.every(({ type }) => type === 'BackupCode') ? others : [];
}

type RemoveFactorProps = FactorProps & { factor: UserMfaVerification; what: string; text: string; onClose: () => void };

export function RemoveFactor({ factor, factors, what, text, onChanged, onClose }: RemoveFactorProps) {
  const { security: words, common } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const along = goesWith(factor, factors);
  return (
    <ConfirmDialog
      title={fill(words.removeTitle, { what })}
      text={along.length > 0 ? `${text} ${words.lastOne}` : text}
      action={common.remove}
      onClose={onClose}
      run={async () => {
        const isDone = await withProof(async (proof) => {
          for (const { id } of [...along, factor]) {
            await callFactors('remove', { params: { verificationId: id }, proof });
          }
        });
        if (isDone) {
          if (factor.type === 'WebAuthn') {
            await forgetRemovedPasskeys();
          }
          await onChanged();
          showSuccess(words.removed);
          onClose();
        }
      }}
    />
  );
}

/** The passkey is removed even if the browser cannot be told; then it only offers a passkey that fails. */
async function forgetRemovedPasskeys(): Promise<void> {
  await callFactors('passkeySignals')
    .then(signalPasskeys)
    .catch(() => undefined);
}

type Factors = readonly UserMfaVerification[];

export type FactorProps = { factors: Factors; onChanged: () => Promise<void> };

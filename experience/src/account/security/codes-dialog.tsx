import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { useId } from 'react';
import { StepForm } from '../../parts/step-form.tsx';
import { fill } from '../../platform/languages.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useShowSuccess } from '../parts/tell.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { callName, useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors } from './calls.ts';
import './security.css';

type CodesDialogProps = {
  /** The codes that the new ones replace. */
  old: UserMfaVerification | undefined;
  proof: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

const generate = () => callFactors('generateBackupCodes');

/** Shows the codes once. They become active when the person confirms that they saved them. */
export function CodesDialog({ old, proof, onChanged, onClose }: CodesDialogProps) {
  const { security: words } = useAccountPhrases();
  const { account } = useAccount();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const loading = useLoaded(generate);
  const id = useId();
  const title = fill(words.codesFile, { name: callName(account) || window.location.host });

  async function save(codes: string[]) {
    const isDone = await withProof(async (given) => {
      if (old) {
        await callFactors('remove', { params: { verificationId: old.id }, proof: given });
      }
      await callFactors('add', { body: { type: 'BackupCode', codes }, proof: given });
    }, proof);
    if (isDone) {
      await onChanged();
      showSuccess(words.codesSaved);
      onClose();
    }
  }

  return (
    <Dialog
      title={words.codesTitle}
      text={
        <>
          <p id={id}>{words.codesText}</p>
          {old && <p>{words.codesOld}</p>}
        </>
      }
      onClose={onClose}
    >
      <Loaded loading={loading}>
        {({ codes }) => (
          <>
            <ul className="backup-codes" aria-describedby={id}>
              {codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ul>
            <div className="code-actions">
              <button
                type="button"
                className="button small"
                onClick={() => saveFile('backup-codes.txt', new Blob([`${title}\n\n${codes.join('\n')}\n`]))}
              >
                {words.download}
              </button>
              <CopyButton text={codes.join('\n')} />
            </div>
            <StepForm action={words.codesKept} stays check={() => ({})} submit={() => save(codes)}>
              {null}
            </StepForm>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

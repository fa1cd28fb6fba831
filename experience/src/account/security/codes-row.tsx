import { useId, useState } from 'react';
import { BackupCodes } from '../../parts/backup-codes.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { callName, useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors } from './calls.ts';
import { type FactorProps, RemoveFactor } from './remove-factor.tsx';

/** Backup codes require another second factor. */
export function CodesRow(part: FactorProps) {
  const { security: words, common } = useAccountPhrases();
  const { isEditable } = useAccess();
  const isOffered = useAccountSettings().experience.mfa.factors.includes('BackupCode');
  const { ask } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const codes = part.factors.find(({ type }) => type === 'BackupCode');
  const isAlone = part.factors.every(({ type }) => type === 'BackupCode');
  const left = codes && fill(words.codesLeft, { count: String(codes.remainCodes ?? 0) });
  return (
    <>
      <Row
        label={words.codes}
        value={left ?? (isAlone ? words.codesNeedOther : undefined)}
        actions={
          isEditable('mfa') && (
            <>
              {isOffered && !isAlone && (
                <RowButton
                  action={codes ? words.newCodes : words.makeCodes}
                  what={words.codes}
                  onClick={async () => setProof(await ask())}
                />
              )}
              {codes && (
                <RowButton action={common.remove} what={words.codes} isDanger onClick={() => setLeaving(true)} />
              )}
            </>
          )
        }
      />
      {proof && (
        <CodesDialog
          hasOld={codes !== undefined}
          proof={proof}
          onChanged={part.onChanged}
          onClose={() => setProof(undefined)}
        />
      )}
      {isLeaving && codes && (
        <RemoveFactor
          {...part}
          factor={codes}
          what={words.codes}
          text={words.removeCodes}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

type CodesDialogProps = {
  /** The person has codes, which the new ones replace. */
  hasOld: boolean;
  proof: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

const generateCodes = () => callFactors('generateBackupCodes');

/** Shows the codes once. They become active when the person confirms that they saved them. */
function CodesDialog({ hasOld, proof, onChanged, onClose }: CodesDialogProps) {
  const { security: words } = useAccountPhrases();
  const { factors } = usePhrases();
  const { account } = useAccount();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const loading = useLoaded(generateCodes);
  const id = useId();
  const owner = callName(account) || window.location.host;

  async function save(codes: string[]) {
    const body = { type: 'BackupCode', codes, replace: true } as const;
    const isDone = await withProof((given) => callFactors('add', { body, proof: given }), proof);
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
          <p id={id}>{factors.codesOnce}</p>
          {hasOld && <p>{words.codesOld}</p>}
        </>
      }
      onClose={onClose}
    >
      <Loaded loading={loading}>
        {({ codes }) => (
          <>
            <BackupCodes codes={codes} owner={owner} describedBy={id} />
            <StepForm action={factors.codesKept} stays check={() => ({})} submit={() => save(codes)}>
              {null}
            </StepForm>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

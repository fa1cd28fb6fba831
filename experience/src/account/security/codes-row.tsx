import { useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import type { FactorProps } from './part-props.ts';
import { RemoveFactor } from './remove-factor.tsx';

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
        <CodesDialog old={codes} proof={proof} onChanged={part.onChanged} onClose={() => setProof(undefined)} />
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

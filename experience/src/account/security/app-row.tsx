import { useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { printDay } from '../parts/print-time.ts';
import { useAccountPhrases } from '../phrases/index.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { AppDialog } from './app-dialog.tsx';
import type { FactorProps } from './part-props.ts';
import { RemoveFactor } from './remove-factor.tsx';

/** The authenticator app; an account has at most one. */
export function AppRow(part: FactorProps) {
  const { security: words, common } = useAccountPhrases();
  const { isEditable } = useAccess();
  const { factors: offered } = useAccountSettings().experience.mfa;
  const { ask } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const factor = part.factors.find(({ type }) => type === 'Totp');
  const add = offered.includes('Totp') && (
    <RowButton action={words.setUp} what={words.app} onClick={async () => setProof(await ask())} />
  );
  const remove = <RowButton action={common.remove} what={words.app} isDanger onClick={() => setLeaving(true)} />;
  return (
    <>
      <Row
        label={words.app}
        value={factor && fill(words.since, { date: printDay(factor.createdAt) })}
        actions={isEditable('mfa') && (factor ? remove : add)}
      />
      {proof && <AppDialog proof={proof} onChanged={part.onChanged} onClose={() => setProof(undefined)} />}
      {isLeaving && factor && (
        <RemoveFactor
          {...part}
          factor={factor}
          what={words.app}
          text={words.removeApp}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

import { useId } from 'react';
import { BackupCodes } from '../../parts/backup-codes.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { askedFactors, lastIdentifier } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Prepared } from './prepared.tsx';
import { BindEnd } from './skip.tsx';

const createCodes = () => callFactors('createBackupCodes');

/** Shows new backup codes once. They are stored when the person confirms that they saved them. */
export function BindBackupCodesPage() {
  const { factors: words } = usePhrases();
  const id = useId();
  const asked = askedFactors('bind');
  if (!asked) {
    return null;
  }
  return (
    <Page title={words.codesTitle} sub={words.codesText}>
      <Prepared prepare={createCodes}>
        {({ verificationId, codes }) => (
          <>
            <BackupCodes codes={codes} owner={lastIdentifier() || window.location.host} describedBy={id} />
            <p className="codes-note" id={id}>
              {words.codesHint} {words.codesOnce}
            </p>
            <StepForm
              action={words.codesKept}
              check={() => ({})}
              submit={async () => {
                await callFactors('bind', { type: 'BackupCode', verificationId });
                await leave();
              }}
            >
              {null}
            </StepForm>
          </>
        )}
      </Prepared>
      <BindEnd asked={asked} />
    </Page>
  );
}

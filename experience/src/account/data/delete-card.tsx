import { useId, useState } from 'react';
import { type FieldErrors, StepForm, useFieldError } from '../../parts/step-form.tsx';
import { Note } from '../../parts/text-field.tsx';
import { Card } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { leave } from '../session.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callData } from './calls.ts';

export function DeleteCard() {
  const { data: words } = useAccountPhrases();
  const { ask } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  return (
    <Card title={words.deleteTitle} help={words.deleteText}>
      <div className="card-actions">
        <button type="button" className="button small danger" onClick={async () => setProof(await ask())}>
          {words.deleteAction}
        </button>
      </div>
      {proof && <DeleteDialog proof={proof} onClose={() => setProof(undefined)} />}
    </Card>
  );
}

function DeleteDialog({ proof, onClose }: { proof: string; onClose: () => void }) {
  const { data: words } = useAccountPhrases();
  const { withProof } = useVerifyIdentity();
  return (
    <Dialog title={words.deleteQuestion} text={<p>{words.deleteConsequences}</p>} isDanger onClose={onClose}>
      <StepForm
        action={words.deleteAction}
        stays
        check={({ agreed }): FieldErrors => (agreed ? {} : { agreed: words.deleteAgreeMissing })}
        submit={async () => {
          if (await withProof((given) => callData('remove', { proof: given }), proof)) {
            leave();
          }
        }}
      >
        <AgreeField />
      </StepForm>
    </Dialog>
  );
}

/** Prevents deleting an account with a double click. */
function AgreeField() {
  const { data: words } = useAccountPhrases();
  const id = useId();
  const { error, clear } = useFieldError('agreed');
  return (
    <div className="check">
      <input
        type="checkbox"
        id={id}
        name="agreed"
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-note`}
        onChange={clear}
      />
      <label htmlFor={id}>{words.deleteAgree}</label>
      <Note id={`${id}-note`} error={error} />
    </div>
  );
}

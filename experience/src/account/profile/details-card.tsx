import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { useState } from 'react';
import { checkFields, labelOf } from '../../parts/profile-fields.ts';
import { ProfileInput } from '../../parts/profile-input.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { usePhrases } from '../../platform/phrases.ts';
import { Card, Row, RowButton, Rows } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccount } from '../use-account.tsx';
import { gatherChanges, printField, type Stored, startingValues } from './field-values.ts';

type DetailsCardProps = {
  title: string;
  fields: readonly CustomProfileField[];
  stored: Stored;
  isEditable: boolean;
  /** The value sent for a cleared field. */
  cleared: '' | null;
  save: (changes: Record<string, unknown>) => Promise<unknown>;
};

/** Account fields as rows, with one form to edit all of them if allowed. */
export function DetailsCard(props: DetailsCardProps) {
  const { title, fields, stored, isEditable } = props;
  const { common } = useAccountPhrases();
  const { extraProfile } = usePhrases();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={title}
      action={isEditable && <RowButton action={common.edit} what={title} onClick={() => setOpen(true)} />}
    >
      <Rows>
        {fields.map((field) => (
          <Row
            key={field.name}
            label={labelOf(field, extraProfile)}
            value={printField(field, stored, extraProfile, common)}
          />
        ))}
      </Rows>
      {isOpen && <DetailsDialog {...props} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function DetailsDialog({ title, fields, stored, cleared, save, onClose }: DetailsCardProps & { onClose: () => void }) {
  const { common } = useAccountPhrases();
  const { extraProfile } = usePhrases();
  const { changed } = useAccount();
  const showSuccess = useShowSuccess();
  const [start] = useState(() => startingValues(fields, stored, extraProfile));
  return (
    <Dialog title={title} onClose={onClose}>
      <StepForm
        action={common.save}
        fromTop
        check={(values) => checkFields(fields, values, extraProfile)}
        submit={async (values) => {
          const changes = gatherChanges(fields, values, stored, extraProfile, cleared);
          if (Object.keys(changes).length > 0) {
            await save(changes);
            await changed();
            showSuccess(common.saved);
          }
          onClose();
        }}
      >
        {fields.map((field) => (
          <ProfileInput key={field.name} field={field} start={start} />
        ))}
      </StepForm>
    </Dialog>
  );
}

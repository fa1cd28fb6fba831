import { Button } from '@mantine/core';
import type { User } from '@postern/contracts/people/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { nameOf } from '#platform/person.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { EditDialog, type ProfileField } from './edit-dialog.tsx';
import { Row, Rows } from './row.tsx';

/** Picture, name and, if used for sign-in, the username; each has its own dialog. */
export function InformationCard({ me, fields }: { me: User; fields: readonly ProfileField[] }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<ProfileField>();
  return (
    <FormCard title={t('ownProfile.information.title')} help={t('ownProfile.information.help')}>
      <Rows>
        {fields.map((field) => {
          const label = t(`ownProfile.information.${field}`);
          const text = field === 'avatar' ? undefined : me[field];
          return (
            <Row
              key={field}
              label={label}
              value={
                field === 'avatar' ? (
                  <Avatar key={me.avatar} name={nameOf(me)} src={me.avatar} size={40} />
                ) : (
                  text || t('ownProfile.notSet')
                )
              }
              isEmpty={field !== 'avatar' && !text}
              action={
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('ownProfile.changeWhat', { what: label })}
                  onClick={() => setEdited(field)}
                >
                  {t('ownProfile.change')}
                </Button>
              }
            />
          );
        })}
      </Rows>
      {edited && <EditDialog key={edited} field={edited} me={me} onClose={() => setEdited(undefined)} />}
    </FormCard>
  );
}

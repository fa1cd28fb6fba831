import { Button } from '@mantine/core';
import { type CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profileFieldPath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { labelOf } from '../shared/field-label.ts';
import { userDataKey } from '../shared/kinds.ts';
import { AddDialog } from './add-dialog.tsx';

export function ProfileTab() {
  const { t } = useTranslation();
  const go = useGo();
  const [isAdding, setAdding] = useState(false);
  const { data: fields, error, refetch } = useRead(customProfileFieldsApi.list, {});
  usePreviewDraft(
    fields ? { customProfileFields: fields } : {},
    false,
    fields?.length ? '/continue/extra-profile' : undefined,
  );
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
      {t('profileFields.add')}
    </Button>
  );
  if (error && !fields) {
    return <LoadFailed error={error} retry={refetch} />;
  }
  return (
    <Cards>
      <ListCard
        title={t('profileFields.title')}
        help={t('profileFields.help')}
        action={fields?.length === 0 ? undefined : addButton}
      >
        {fields?.length === 0 ? (
          <EmptyState
            art={<EmptyArt />}
            title={t('profileFields.emptyTitle')}
            body={t('profileFields.emptyBody')}
            actions={addButton}
          />
        ) : (
          <FieldsTable fields={fields} />
        )}
      </ListCard>
      {isAdding && (
        <AddDialog
          fields={fields ?? []}
          onClose={() => setAdding(false)}
          onCreated={({ name }) => go(profileFieldPath, { fieldName: name })}
        />
      )}
    </Cards>
  );
}

function FieldsTable({ fields }: { fields: CustomProfileField[] | undefined }) {
  const { t } = useTranslation();
  // The new order, until the server's list matches it.
  const [wanted, setWanted] = useState<CustomProfileField[]>();
  const put = useWrite(customProfileFieldsApi.order, { onDone: () => showSuccess(t('profileFields.orderSaved')) });
  const order = (rows: CustomProfileField[]) => {
    setWanted(rows);
    const places = rows.map(({ name }, index) => ({ name, sieOrder: index + 1 }));
    put.mutate({ body: { order: places } }, { onSettled: () => setWanted(undefined) });
  };
  return (
    <CardTable
      label={t('profileFields.title')}
      rows={wanted ?? fields}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'label',
          title: t('profileFields.columns.label'),
          cell: (field) => (
            <PageLink className="link" to={profileFieldPath} params={{ fieldName: field.name }}>
              {labelOf(field, t)}
            </PageLink>
          ),
        },
        {
          id: 'type',
          title: t('profileFields.columns.type'),
          width: '26%',
          cell: ({ type }) => t(`profileFields.types.${type}`),
        },
        {
          id: 'key',
          title: t('profileFields.columns.key'),
          width: '36%',
          cell: (field) => <code>{userDataKey(field)}</code>,
        },
      ]}
      order={{ nameOf: (field) => labelOf(field, t), onOrder: order }}
    />
  );
}

import type { Application } from '@postern/contracts/access/applications';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { hasLeft, useCreatorName, useCreators } from './creators.ts';

/** The creator of a machine, which keeps its access after they leave. */
export function CreatorCard({ application: { id, createdAt } }: { application: Application }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const creatorName = useCreatorName();
  const creators = useCreators([id]);
  const creator = creators?.get(id) ?? null;
  return (
    <FormCard title={t('applications.creator.title')} help={t('applications.creator.help')}>
      <KeyValues
        rows={[
          { label: t('applications.creator.by'), value: creators && creatorName(creator), plain: true },
          { label: t('applications.creator.on'), value: dateTime(createdAt), plain: true },
        ]}
      />
      {creator?.name && hasLeft(creator) && (
        <Notice tone="warning" icon={IconUserOff} title={t('applications.creator.leftTitle', { name: creator.name })}>
          {t('applications.creator.leftBody')}
        </Notice>
      )}
    </FormCard>
  );
}

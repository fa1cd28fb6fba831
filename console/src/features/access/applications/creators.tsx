import { applicationCreatorsApi, type Creator } from '@postern/contracts/access/application-creators';
import type { Application } from '@postern/contracts/access/applications';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';

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

/** The creator of each of these applications, by application id. Undefined while loading. */
export function useCreators(applicationIds: readonly string[]): Map<string, Creator | null> | undefined {
  const query = { applicationId: [...applicationIds] };
  const { data } = useRead(applicationCreatorsApi.list, { query }, { quiet: true, enabled: applicationIds.length > 0 });
  return data && new Map(data.map(({ applicationId, creator }) => [applicationId, creator]));
}

/** Display name of the person who created an application. */
export function useCreatorName(): (creator: Creator | null) => string {
  const { t } = useTranslation();
  return (creator) => {
    if (!creator) {
      return t('applications.creator.unknown');
    }
    if (creator.type === 'command') {
      return t('applications.creator.command');
    }
    if (creator.name === null) {
      return t(
        creator.type === 'person' ? 'applications.creator.deletedPerson' : 'applications.creator.deletedMachine',
      );
    }
    return creator.name;
  };
}

/** Whether the creator is no longer a member. */
export const hasLeft = (creator: Creator | null): boolean =>
  creator?.type === 'person' && creator.name !== null && !creator.isMember;

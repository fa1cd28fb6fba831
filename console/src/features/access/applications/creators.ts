import { applicationCreatorsApi, type Creator } from '@postern/contracts/access/application-creators';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';

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

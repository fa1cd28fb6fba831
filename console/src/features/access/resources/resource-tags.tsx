import type { Resource } from '@postern/contracts/access/resources';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import { useIsBuiltIn } from './shared/built-in.ts';

export function ResourceTags({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const isBuiltIn = useIsBuiltIn();
  return (
    <>
      {resource.isDefault && <Tag tone="accent">{t('resources.default')}</Tag>}
      {isBuiltIn(resource) && (
        <Tag tone="outline" icon={IconLock}>
          {t('resources.builtIn')}
        </Tag>
      )}
    </>
  );
}

import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiGuideLibrary } from '#features/access/guides/shared/api-library.tsx';
import { resourceGuides } from '#features/access/guides/shared/arrange.ts';
import { resourceGuidePath } from '#paths/guides.ts';
import { createResourcePath, resourcePermissionsPath, resourcesPath } from '#paths/resources.ts';
import { useGo } from '#platform/router/links.ts';
import { CreateDialog } from './create-dialog.tsx';

/** The guides for APIs. The URL decides what is created; the dialog then opens on top, and Back closes it. */
export function CreatePage() {
  const { t } = useTranslation();
  const go = useGo();
  const { name, guide: guideId }: { name?: string; guide?: string } = useSearch({ strict: false });
  const guide = resourceGuides.find(({ id }) => id === guideId);
  return (
    <>
      <ApiGuideLibrary />
      {(name !== undefined || guideId !== undefined) && (
        <CreateDialog
          name={name}
          description={guide && t('guides.chosen', { name: guide.name })}
          onClose={() => void go(guideId === undefined ? resourcesPath : createResourcePath, {})}
          onCreated={({ id }) =>
            guide ? go(resourceGuidePath, { id, guideId: guide.id }) : go(resourcePermissionsPath, { id })
          }
        />
      )}
    </>
  );
}

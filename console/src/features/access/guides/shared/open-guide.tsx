import { Button } from '@mantine/core';
import type { Application } from '@postern/contracts/access/applications';
import { IconBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { applicationGuidePath, resourceGuidePath } from '#paths/guides.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath } from '#platform/router/page-path.ts';
import { guideOfApplication, guideOfResource } from '../remember.ts';

export { guideOfApplication };

function OpenGuide({ to, params }: { to: PagePath<string>; params: Record<string, string> }) {
  const { t } = useTranslation();
  return (
    <Button
      component={PageLink}
      to={to}
      params={params}
      variant="default"
      leftSection={<IconBook size={18} stroke={1.5} aria-hidden />}
    >
      {t('guides.open')}
    </Button>
  );
}

/** Links to the matching guide of an application; renders nothing if there is none. */
export function OpenApplicationGuide({ application }: { application: Application }) {
  const guide = guideOfApplication(application);
  return guide && <OpenGuide to={applicationGuidePath} params={{ id: application.id, guideId: guide.id }} />;
}

export function OpenResourceGuide({ resourceId }: { resourceId: string }) {
  const guide = guideOfResource(resourceId);
  return guide && <OpenGuide to={resourceGuidePath} params={{ id: resourceId, guideId: guide.id }} />;
}

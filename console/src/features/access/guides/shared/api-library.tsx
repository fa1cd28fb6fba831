import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createResourcePath, resourcesPath } from '#paths/resources.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { GuideCards } from '../guide-cards.tsx';
import classes from '../guides.module.css';
import { marks } from '../marks.ts';
import { noGuide, resourceGuides } from './arrange.ts';

/** The guides for APIs; there are too few to need a search. */
export function ApiGuideLibrary() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <Breadcrumb parents={[{ to: resourcesPath, label: t('nav.resources') }]} current={t('resources.create')} />
      <PageHeader
        title={t('resources.create')}
        purpose={t('guides.apiPurpose')}
        actions={
          <Button
            component={PageLink}
            to={createResourcePath}
            search={{ guide: noGuide }}
            variant="default"
            className={classes.without}
            leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
          >
            {t('guides.withoutGuide')}
          </Button>
        }
      />
      <GuideCards marks={marks} guides={resourceGuides} to={createResourcePath} />
    </PageBody>
  );
}

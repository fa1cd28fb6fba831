import { Button } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoConnectorsPath } from '#paths/sso-connectors.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { LinkMenu } from './link-menu.tsx';
import { useColumns } from './use-columns.tsx';
import { useLinks } from './use-links.ts';

/** All set-up links of the tenant. */
export function LinksPage() {
  const { t } = useTranslation();
  const { list, read } = useLinks({});
  const [isCreating, setCreating] = useState(false);
  const isEmpty = read.data?.total === 0;
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setCreating(true)}>
      {t('ssoSetup.create')}
    </Button>
  );
  return (
    <PageBody>
      <Breadcrumb parents={[{ to: ssoConnectorsPath, label: t('nav.enterpriseSso') }]} current={t('ssoSetup.title')} />
      <PageHeader
        title={t('ssoSetup.title')}
        purpose={t('ssoSetup.purpose')}
        actions={!isEmpty && create}
        isPending={read.isPending}
      />
      <DataTable
        label={t('ssoSetup.title')}
        list={list}
        read={read}
        rowKey={({ id }) => id}
        lead={{
          title: t('ssoSetup.columns.name'),
          image: () => <Tile icon={IconLink} />,
          name: ({ name }) => name,
          second: ({ organization, provenDomains, status }) =>
            [t(`ssoSetup.status.${status}`), organization?.name ?? provenDomains.join(', ')]
              .filter(Boolean)
              .join(' · '),
        }}
        columns={useColumns()}
        menu={(link) => <LinkMenu link={link} />}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('ssoSetup.emptyTitle')}
            body={t('ssoSetup.emptyBody')}
            actions={create}
          />
        }
      />
      {isCreating && <CreateDialog of={{}} onClose={() => setCreating(false)} />}
    </PageBody>
  );
}

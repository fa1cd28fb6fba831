import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { organizationSsoSetupPath, ssoConnectorSetupPath } from '#paths/sso-setup.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { CreateDialog, type LinkOf } from './create-dialog.tsx';
import { LinkMenu } from './link-menu.tsx';
import { useColumns } from './use-columns.tsx';
import { useLinks } from './use-links.ts';

export function OrganizationLinksTab() {
  const { id } = usePathParams(organizationSsoSetupPath);
  return <Links of={{ organizationId: id }} />;
}

export function ConnectorLinksTab() {
  const { id } = usePathParams(ssoConnectorSetupPath);
  return <Links of={{ connectorId: id }} />;
}

function Links({ of }: { of: LinkOf }) {
  const { t } = useTranslation();
  return (
    <ListTab
      {...useLinks(of)}
      words={{
        add: t('ssoSetup.create'),
        emptyTitle: t('ssoSetup.emptyTitle'),
        emptyBody: t(of.connectorId ? 'ssoSetup.emptyOfConnector' : 'ssoSetup.emptyBody'),
      }}
      dialog={(close) => <CreateDialog of={of} onClose={close} />}
      label={t('ssoSetup.title')}
      lead={{
        title: t('ssoSetup.columns.name'),
        image: () => <Tile icon={IconLink} />,
        name: ({ name }) => name,
        second: ({ provenDomains, status }) =>
          [t(`ssoSetup.status.${status}`), provenDomains.join(', ')].filter(Boolean).join(' · '),
      }}
      columns={useColumns()}
      rowKey={({ id }) => id}
      menu={(link) => <LinkMenu link={link} />}
    />
  );
}

import { Button } from '@mantine/core';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { organizationPath } from '#paths/organizations.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { usePathParams } from '#platform/router/links.ts';
import { AddDomainDialog, RemoveDomain } from './email-domain.tsx';
import { ConnectorsCard } from './jit-connectors.tsx';
import classes from './organizations.module.css';
import { useEmailDomains } from './read-domains.ts';
import { pickedRoles, RolePicker } from './role-picker.tsx';

/** How new users join the organization by themselves, and with which roles. */
export function ProvisioningTab() {
  const { id } = usePathParams(organizationPath);
  return (
    <Cards>
      <DomainsCard organizationId={id} />
      <ConnectorsCard organizationId={id} />
      <RolesCard organizationId={id} />
    </Cards>
  );
}

function DomainsCard({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const read = useEmailDomains(organizationId);
  const [isAdding, setAdding] = useState(false);
  return (
    <ListCard
      title={t('organizations.jit.domainsTitle')}
      help={t('organizations.jit.domainsHelp')}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('organizations.jit.addDomain')}
        </Button>
      }
    >
      {read.error && !read.data ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : read.data?.length === 0 ? (
        <CardTableNote>{t('organizations.jit.noDomains')}</CardTableNote>
      ) : (
        <CardTable
          label={t('organizations.jit.domainsTitle')}
          columns={[
            {
              id: 'domain',
              title: t('organizations.jit.domain'),
              cell: (domain) => (
                <span className={classes.domain} dir="ltr">
                  {domain}
                </span>
              ),
            },
          ]}
          rows={read.data}
          rowKey={(domain) => domain}
          menu={(domain) => <RemoveDomain organizationId={organizationId} domain={domain} />}
          textOf={(domain) => domain}
          folds
        />
      )}
      {isAdding && <AddDomainDialog organizationId={organizationId} onClose={() => setAdding(false)} />}
    </ListCard>
  );
}

function RolesCard({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const read = useRead(organizationJitApi.listRoles, { params: { id: organizationId }, query: {} }, { quiet: true });
  const [isEditing, setEditing] = useState(false);
  const roles = read.data;
  const Icon = roleIcons.User;
  return (
    <ListCard
      title={t('organizations.jit.rolesTitle')}
      help={t('organizations.jit.rolesHelp')}
      action={
        <Button
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          onClick={() => setEditing(true)}
          disabled={!roles}
        >
          {t('organizations.roles.edit')}
        </Button>
      }
    >
      {read.error && !roles ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : roles?.length === 0 ? (
        <CardTableNote>{t('organizations.jit.noRoles')}</CardTableNote>
      ) : (
        <CardTable
          label={t('organizations.jit.rolesTitle')}
          columns={[
            {
              id: 'role',
              title: t('organizations.jit.role'),
              width: '40%',
              cell: ({ name }) => (
                <span className={classes.named}>
                  <Icon size={18} stroke={1.5} />
                  <span className="truncate" title={name}>
                    {name}
                  </span>
                </span>
              ),
            },
            {
              id: 'description',
              title: t('organizations.fields.description'),
              cell: ({ description }) => description || '–',
            },
          ]}
          rows={roles}
          rowKey={({ id }) => id}
          textOf={({ name, description }) => `${name} ${description ?? ''}`}
          folds
        />
      )}
      {isEditing && roles && (
        <DefaultRolesDialog organizationId={organizationId} roles={roles} onClose={() => setEditing(false)} />
      )}
    </ListCard>
  );
}

type DefaultRolesProps = {
  organizationId: string;
  roles: readonly { id: string; name: string }[];
  onClose: () => void;
};

function DefaultRolesDialog({ organizationId, roles, onClose }: DefaultRolesProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly PickItem[]>(() => pickedRoles('user', roles));
  const replace = useWrite(organizationJitApi.replaceRoles, {
    onDone: () => {
      onClose();
      showSuccess(t('organizations.roles.saved'));
    },
  });
  const organizationRoleIds = chosen.map(({ id }) => id);
  const isChanged = chosen.length !== roles.length || roles.some(({ id }) => !organizationRoleIds.includes(id));
  return (
    <FormDialog
      size="wide"
      dirty={isChanged}
      onClose={onClose}
      title={t('organizations.jit.rolesTitle')}
      description={t('organizations.jit.rolesHelp')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !replace.isPending) {
          replace.mutate({ params: { id: organizationId }, body: { organizationRoleIds } });
        }
      }}
      busy={replace.isPending}
      disabled={!isChanged}
      action={t('organizations.roles.save')}
    >
      <RolePicker kind="user" chosen={chosen} onChange={setChosen} autoFocus />
    </FormDialog>
  );
}

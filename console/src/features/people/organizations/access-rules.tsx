import { Button } from '@mantine/core';
import type { ApplicationAccess, NamedApplicationAccess } from '@postern/contracts/access/application-access';
import { IconPlus, IconUnlink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RolePicker as UserRolePicker } from '#features/access/roles/shared/role-picker.tsx';
import { labelOf, secondLabelOf } from '#features/people/users/shared/label.ts';
import { UserPicker } from '#features/people/users/shared/user-picker.tsx';
import { organizationPath } from '#paths/organizations.ts';
import { rolePath } from '#paths/roles.ts';
import { userPath } from '#paths/users.ts';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import type { PickProps } from '#platform/pick/pick-found.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { AddDialog } from './add-dialog.tsx';
import { useChangeAccess } from './change-access.ts';
import { OrganizationPicker } from './organization-picker.tsx';
import { RoleTags } from './role-tags.tsx';

type RulesProps = { applicationId: string; access: NamedApplicationAccess };
type Kind = 'users' | 'roles' | 'organizations' | 'organizationRoles';

type RulesCardProps<Row> = RulesProps & {
  kind: Kind;
  rows: readonly Row[];
  columns: readonly CardColumn<Row>[];
  nameOf: (row: Row) => string;
  idOf: (row: Row) => string;
  remove: (rules: ApplicationAccess, id: string) => Partial<ApplicationAccess>;
  dialog: (close: () => void) => ReactNode;
};

/** The rules of one kind, with a button that adds more. */
function RulesCard<Row>({ applicationId, access, kind, rows, ...props }: RulesCardProps<Row>) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const { change, isPending } = useChangeAccess(applicationId, access);
  const title = t(`organizations.access.${kind}.title`);
  return (
    <ListCard
      title={title}
      help={t(`organizations.access.${kind}.help`)}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t(`organizations.access.${kind}.add`)}
        </Button>
      }
    >
      <CardTable
        label={title}
        columns={props.columns}
        rows={rows}
        rowKey={props.idOf}
        textOf={props.nameOf}
        none={t(`organizations.access.${kind}.none`)}
        folds
        menu={(row) => (
          <IconButton
            label={t('actions.remove', { what: props.nameOf(row) })}
            size="small"
            disabled={isPending}
            onClick={() => change((rules) => props.remove(rules, props.idOf(row)))}
          >
            <IconUnlink size={18} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      />
      {isAdding && props.dialog(() => setAdding(false))}
    </ListCard>
  );
}

type AddRulesProps = RulesProps & {
  kind: Kind;
  pick: (props: PickProps) => ReactNode;
  add: (rules: ApplicationAccess, ids: string[]) => Partial<ApplicationAccess>;
  onClose: () => void;
};

function AddRules({ applicationId, access, kind, pick, add, onClose }: AddRulesProps) {
  const { t } = useTranslation();
  const { change, isPending } = useChangeAccess(applicationId, access, onClose);
  return (
    <AssignDialog
      title={t(`organizations.access.${kind}.add`)}
      confirm={t(`organizations.access.${kind}.add`)}
      pick={(chosen, onChange) => pick({ chosen, onChange })}
      busy={isPending}
      onAssign={(ids) => change((rules) => add(rules, ids))}
      onClose={onClose}
    />
  );
}

const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id);
const byId = { idOf: ({ id }: { id: string }) => id };
const byName = { ...byId, nameOf: ({ name }: { name: string }) => name };

export function UserRules(props: RulesProps) {
  const { t } = useTranslation();
  return (
    <RulesCard
      {...props}
      {...byId}
      kind="users"
      rows={props.access.users}
      nameOf={labelOf}
      columns={[
        {
          id: 'user',
          title: t('organizations.access.users.column'),
          width: '50%',
          cell: (user) => (
            <PageLink className="link truncate" to={userPath} params={{ id: user.id }}>
              {labelOf(user)}
            </PageLink>
          ),
        },
        {
          id: 'identifier',
          title: t('organizations.access.users.identifier'),
          cell: (user) => secondLabelOf(user) ?? '–',
        },
      ]}
      remove={({ userIds }, id) => ({ userIds: without(userIds, id) })}
      dialog={(onClose) => (
        <AddRules
          {...props}
          kind="users"
          add={({ userIds }, ids) => ({ userIds: [...userIds, ...ids] })}
          onClose={onClose}
          pick={(picked) => (
            <UserPicker
              {...picked}
              autoFocus
              words={{
                label: t('organizations.access.users.title'),
                searchLabel: t('organizations.access.users.search'),
                noneLeft: t('organizations.access.users.noneToPick'),
                none: t('organizations.access.users.noneToPick'),
              }}
            />
          )}
        />
      )}
    />
  );
}

export function RoleRules(props: RulesProps) {
  const { t } = useTranslation();
  return (
    <RulesCard
      {...props}
      {...byName}
      kind="roles"
      rows={props.access.userRoles}
      columns={[
        {
          id: 'role',
          title: t('organizations.access.roles.column'),
          cell: ({ id, name }) => (
            <PageLink className="link truncate" to={rolePath} params={{ id }}>
              {name}
            </PageLink>
          ),
        },
      ]}
      remove={({ userRoleIds }, id) => ({ userRoleIds: without(userRoleIds, id) })}
      dialog={(onClose) => (
        <AddRules
          {...props}
          kind="roles"
          add={({ userRoleIds }, ids) => ({ userRoleIds: [...userRoleIds, ...ids] })}
          onClose={onClose}
          pick={(picked) => <UserRolePicker {...picked} type="User" autoFocus />}
        />
      )}
    />
  );
}

export function OrganizationRules(props: RulesProps) {
  const { t } = useTranslation();
  const known = new Set(props.access.organizations.map(({ id }) => id));
  return (
    <RulesCard
      {...props}
      {...byName}
      kind="organizations"
      rows={props.access.organizations}
      columns={[
        {
          id: 'organization',
          title: t('organizations.columns.organization'),
          cell: ({ id, name }) => (
            <PageLink className="link truncate" to={organizationPath} params={{ id }}>
              {name}
            </PageLink>
          ),
        },
      ]}
      remove={({ organizationIds }, id) => ({ organizationIds: without(organizationIds, id) })}
      dialog={(onClose) => (
        <AddRules
          {...props}
          kind="organizations"
          add={({ organizationIds }, ids) => ({ organizationIds: [...organizationIds, ...ids] })}
          onClose={onClose}
          pick={(picked) => <OrganizationPicker {...picked} without={known} />}
        />
      )}
    />
  );
}

export function OrganizationRoleRules(props: RulesProps) {
  const { t } = useTranslation();
  return (
    <RulesCard
      {...props}
      kind="organizationRoles"
      rows={props.access.organizationRoles}
      idOf={({ organization }) => organization.id}
      nameOf={({ organization }) => organization.name}
      columns={[
        {
          id: 'organization',
          title: t('organizations.columns.organization'),
          width: '50%',
          cell: ({ organization }) => (
            <PageLink className="link truncate" to={organizationPath} params={{ id: organization.id }}>
              {organization.name}
            </PageLink>
          ),
        },
        {
          id: 'roles',
          title: t('organizations.roles.title'),
          cell: ({ roles }) => <RoleTags roles={roles} />,
        },
      ]}
      remove={({ organizationRoleRules }, id) => ({
        organizationRoleRules: organizationRoleRules.filter(({ organizationId }) => organizationId !== id),
      })}
      dialog={(onClose) => <AddOrganizationRoles {...props} onClose={onClose} />}
    />
  );
}

function AddOrganizationRoles({ applicationId, access, onClose }: RulesProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { change, isPending } = useChangeAccess(applicationId, access, onClose);
  return (
    <AddDialog
      kind="user"
      title={t('organizations.access.organizationRoles.add')}
      description={t('organizations.access.organizationRoles.help')}
      action={t('organizations.access.organizationRoles.add')}
      roles={t('organizations.roles.title')}
      needsRoles
      pick={(picked) => <OrganizationPicker {...picked} without={new Set()} />}
      busy={isPending}
      onAdd={(ids, organizationRoleIds) =>
        change(({ organizationRoleRules: rules }) => ({
          organizationRoleRules: [...rules, ...ids.map((organizationId) => ({ organizationId, organizationRoleIds }))],
        }))
      }
      onClose={onClose}
    />
  );
}

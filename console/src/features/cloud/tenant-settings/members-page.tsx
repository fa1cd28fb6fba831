import { Button } from '@mantine/core';
import { type TenantMember, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { loadPhrases } from '#platform/i18n/setup.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { type Abilities, useAbilities } from '#platform/router/abilities.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { useTenantId } from '#platform/tenant.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberMenu } from './member-menu.tsx';
import { memberName } from './member-name.ts';
import { PeopleSwitch } from './people-switch.tsx';
import { isAdministrator, useRoleName } from './role-name.ts';
import { TenantSettingsFrame } from './shared/frame.tsx';

const MemberRequirement = lazy(async () => {
  const [part] = await Promise.all([import('./member-requirement.tsx'), loadPhrases(['administrators'])]);
  return { default: part.MemberRequirement };
});

/** In milliseconds. */
const refreshEvery = 15_000;

export function MembersPage() {
  const abilities = useAbilities();
  return (
    <TenantSettingsFrame>
      <Members abilities={abilities} />
    </TenantSettingsFrame>
  );
}

function Members({ abilities }: { abilities: Abilities | undefined }) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const list = useListState();
  const [isInviting, setInviting] = useState(false);
  const { page, page_size } = list.query;
  const query = { page, page_size, q: list.search || undefined };
  // Members are part of the admin tenant, whose changes the stream of this tenant does not contain.
  const read = useReadPage(tenantMembersApi.list, { params: { id: tenantId }, query }, { every: refreshEvery });
  const columns = useColumns();
  const roleName = useRoleName();
  const ownId = idTokenClaims()?.sub;
  return (
    <TabBody>
      <Toolbar>
        {abilities?.inviteMembers && <PeopleSwitch />}
        <SearchField
          label={t('tenantSettings.members.search')}
          placeholder={t('tenantSettings.members.searchPlaceholder')}
          value={list.search}
          onSearch={list.setSearch}
        />
        <ToolbarEnd>
          <PlanTag of="tenantMembersLimit" />
          {abilities?.inviteMembers && (
            <Button
              leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
              onClick={() => setInviting(true)}
            >
              {t('tenantSettings.invite.action')}
            </Button>
          )}
        </ToolbarEnd>
      </Toolbar>
      <DataTable
        label={t('tenantSettings.members.title')}
        lead={{
          title: t('tenantSettings.members.columns.person'),
          round: true,
          image: (member) => <Avatar key={member.avatar} name={memberName(member)} src={member.avatar} />,
          name: memberName,
          second: ({ organizationRoles, primaryEmail, username, id }) =>
            [...organizationRoles.map(roleName), primaryEmail ?? username ?? id].join(' · '),
          after: ({ id }) =>
            id === ownId && (
              <Tag tone="outline" small>
                {t('tenantSettings.members.you')}
              </Tag>
            ),
        }}
        columns={columns}
        rowKey={({ id }) => id}
        menu={(member) =>
          abilities && <MemberMenu member={member} abilities={abilities} isSelf={member.id === ownId} />
        }
        // Not expected: a tenant always has an administrator.
        empty={<EmptyState title={t('list.nothing')} body={t('list.nothingHint')} />}
        list={list}
        read={read}
      />
      {abilities?.manageTenant && <MemberRequirement />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </TabBody>
  );
}

function useColumns(): Column<TenantMember>[] {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const roleName = useRoleName();
  return [
    {
      id: 'email',
      title: t('tenantSettings.members.columns.email'),
      width: '24%',
      hideUnder: 900,
      cell: ({ primaryEmail }) => <span className="truncate">{primaryEmail ?? '–'}</span>,
    },
    {
      id: 'role',
      title: t('tenantSettings.columns.role'),
      width: '160px',
      cell: (member) => (
        <Tag tone={isAdministrator(member) ? 'accent' : 'neutral'}>
          {member.organizationRoles.map(roleName).join(', ') || '–'}
        </Tag>
      ),
    },
    {
      id: 'joined',
      title: t('tenantSettings.members.columns.joined'),
      width: '140px',
      hideUnder: 900,
      cell: ({ createdAt }) => <span className="tabular">{date(createdAt)}</span>,
    },
    {
      id: 'latest',
      title: t('tenantSettings.members.columns.latest'),
      width: '190px',
      hideUnder: 1100,
      cell: ({ lastSignInAt }) => <span className="tabular">{lastSignInAt ? dateTime(lastSignInAt) : '–'}</span>,
    },
  ];
}

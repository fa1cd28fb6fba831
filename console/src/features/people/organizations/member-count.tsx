import type { ListedOrganization } from '@postern/contracts/people/organizations';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import classes from './organizations.module.css';

/** Localized number of members. */
export function useMemberCount(): (organization: ListedOrganization) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return ({ usersCount: count = 0 }) =>
    count === 0 ? t('organizations.noMembers') : t('organizations.memberCount', { count, number: number(count) });
}

/** Some members of an organization, and the total. */
export function MemberCount({ organization }: { organization: ListedOrganization }) {
  const countText = useMemberCount();
  const { usersCount = 0, featuredUsers = [] } = organization;
  return (
    <span className={classes.members} data-none={usersCount === 0 || undefined}>
      {featuredUsers.length > 0 && (
        <span className={classes.faces} aria-hidden>
          {featuredUsers.map(({ id, name, avatar }) => (
            <Avatar key={id} name={name || id} src={avatar} size={24} />
          ))}
        </span>
      )}
      <span className="truncate">{countText(organization)}</span>
    </span>
  );
}

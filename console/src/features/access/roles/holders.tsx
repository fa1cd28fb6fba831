import type { RoleWithHolders } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import classes from './roles.module.css';

/** Localized number of holders of a role. */
export function useHolderCount(): (role: RoleWithHolders) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return ({ type, usersCount, applicationsCount }) => {
    const count = type === 'User' ? usersCount : applicationsCount;
    if (count === 0) {
      return t('roles.nobody');
    }
    const values = { count, number: number(count) };
    return type === 'User' ? t('roles.userCount', values) : t('roles.applicationCount', values);
  };
}

/** Some holders of a role, and the total. */
export function Holders({ role }: { role: RoleWithHolders }) {
  const countText = useHolderCount();
  const isForUsers = role.type === 'User';
  const shown = isForUsers ? role.featuredUsers : role.featuredApplications;
  const count = isForUsers ? role.usersCount : role.applicationsCount;
  return (
    <span className={classes.holders} data-none={count === 0 || undefined}>
      {count > 0 && (
        <span className={classes.faces} aria-hidden>
          {shown.map((one) => (
            <Avatar
              key={one.id}
              name={one.name ?? one.id}
              src={'avatar' in one ? one.avatar : undefined}
              size={24}
              square={!isForUsers}
            />
          ))}
        </span>
      )}
      <span className="truncate">{countText(role)}</span>
    </span>
  );
}

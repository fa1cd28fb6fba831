import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './organizations.module.css';

type Named = readonly { id: string; name: string }[];

const shown = 3;

export const roleNames = (roles: Named) => roles.map(({ name }) => name).join(', ');

/** Roles in an organization: the first ones, and how many more there are. */
export function RoleTags({ roles }: { roles: Named }) {
  const { t } = useTranslation();
  if (roles.length === 0) {
    return <span className={classes.none}>{t('organizations.roles.none')}</span>;
  }
  return (
    <span className={classes.tags} title={roleNames(roles)}>
      {roles.slice(0, shown).map(({ id, name }) => (
        <Tag key={id}>{name}</Tag>
      ))}
      {roles.length > shown && <Tag tone="outline">+{roles.length - shown}</Tag>}
    </span>
  );
}

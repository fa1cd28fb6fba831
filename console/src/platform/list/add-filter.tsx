import { Menu } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './toolbar.module.css';

type AddFilterProps = { filters: readonly { id: string; label: string }[]; onAdd: (id: string) => void };

/** A menu of the filters that are not shown yet. */
export function AddFilter({ filters, onAdd }: AddFilterProps) {
  const { t } = useTranslation();
  if (filters.length === 0) {
    return null;
  }
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button type="button" className={classes.filter} data-quiet>
          <IconFilterPlus size={16} stroke={1.5} aria-hidden />
          {t('list.addFilter')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {filters.map(({ id, label }) => (
          <Menu.Item key={id} onClick={() => onAdd(id)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

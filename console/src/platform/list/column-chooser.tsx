import { Menu } from '@mantine/core';
import { IconCheck, IconColumns3, IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';

type ColumnChooserProps<Id extends string> = {
  columns: readonly { id: Id; title: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
  /** Resets to the default columns; omitted if they are the current ones. */
  onReset?: () => void;
};

/** Selects the columns of a list. They keep their order. */
export function ColumnChooser<Id extends string>({ columns, chosen, onChange, onReset }: ColumnChooserProps<Id>) {
  const { t } = useTranslation();
  const change = (ids: string[]) => onChange(columns.map(({ id }) => id).filter((id) => ids.includes(id)));
  return (
    <Menu closeOnItemClick={false} checkIcon={<IconCheck size={16} stroke={2} aria-hidden />} width={220}>
      <Menu.Target>
        <IconButton label={t('list.columns')} size="framed">
          <IconColumns3 size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown mah="min(520px, 70vh)" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('list.columns')}</Menu.Label>
        <Menu.CheckboxGroup value={[...chosen]} onChange={change}>
          {columns.map(({ id, title }) => (
            <Menu.CheckboxItem key={id} value={id}>
              {title}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {onReset && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconRestore size={18} stroke={1.5} />} onClick={onReset}>
              {t('list.resetColumns')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

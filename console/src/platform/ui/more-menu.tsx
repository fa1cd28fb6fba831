import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isReadOnly } from '../session/read-only.ts';
import { IconButton } from './icon-button.tsx';

/** The actions of one row, behind three dots. Read-only administrators have none. `name` is the row's name, for screen readers. */
export function MoreMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  if (isReadOnly()) {
    return null;
  }
  return (
    <Menu>
      <Menu.Target>
        <IconButton label={t('actions.moreFor', { name })} size="small" tooltip={false}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

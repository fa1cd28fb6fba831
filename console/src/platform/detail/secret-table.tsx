import { Button, Menu } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../feedback/dialogs.ts';
import { isReadOnly } from '../session/read-only.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Expiry, SecretValue } from '../ui/secret-value.tsx';
import { CardTable, CardTableNote } from './card-table.tsx';
import { ReadFailed } from './token-parts.tsx';

type Secret = { name: string; value: string; expiresAt: number | null };

type SecretTableProps<Row extends Secret> = {
  read: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown };
  rowKey?: (row: Row) => string;
  words: {
    /** Names the table. */
    label: string;
    name: string;
    value: string;
    expires: string;
    /** In place of an empty table. */
    none: string;
    /** Names a value for the buttons beside it, such as “secret Production”. */
    what: (name: string) => string;
  };
  menu: (row: Row) => ReactNode;
};

/** Secrets or tokens by name: the value hidden until it is asked for, when it expires, and a menu. */
export function SecretTable<Row extends Secret>({ read, rowKey, words, menu }: SecretTableProps<Row>) {
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  if (read.data?.length === 0) {
    return <CardTableNote>{words.none}</CardTableNote>;
  }
  return (
    <CardTable
      label={words.label}
      rows={read.data}
      rowKey={rowKey ?? (({ name }) => name)}
      columns={[
        {
          id: 'name',
          title: words.name,
          width: '26%',
          cell: ({ name }) => (
            <div className="truncate" title={name}>
              {name}
            </div>
          ),
        },
        {
          id: 'value',
          title: words.value,
          cell: ({ name, value, expiresAt }) => (
            <SecretValue what={words.what(name)} value={value} expiresAt={expiresAt} />
          ),
        },
        {
          id: 'expires',
          title: words.expires,
          width: '28%',
          isLabeled: true,
          cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
        },
      ]}
      menu={menu}
    />
  );
}

export function AddSecretButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  if (isReadOnly()) {
    return null;
  }
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  );
}

type SecretMenuProps = {
  name: string;
  rename: string;
  question: { title: string; body: string };
  onRename: () => void;
  onDelete: () => void;
};

/** Renames a secret, or deletes it after a question. */
export function SecretMenu({ name, rename, question, onRename, onDelete }: SecretMenuProps) {
  const { t } = useTranslation();
  const ask = async () => {
    if (await confirm({ ...question, confirm: t('actions.delete'), danger: true })) {
      onDelete();
    }
  };
  return (
    <MoreMenu name={name}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onRename}>
        {rename}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}

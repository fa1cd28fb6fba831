import { Button, Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '../client/show-failure.ts';
import { DialogFrame } from '../feedback/dialog-frame.tsx';
import { confirm } from '../feedback/dialogs.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { CardTableNote } from './card-table.tsx';
import { KeyValues } from './key-values.tsx';

type ReadFailedProps = { error: unknown; refetch: () => unknown };

/** In place of the rows of a card that could not be read. */
export function ReadFailed({ error, refetch }: ReadFailedProps) {
  const { t } = useTranslation();
  return (
    <CardTableNote alert>
      {failureMessage(error)}
      <Button variant="default" size="xs" onClick={() => void refetch()}>
        {t('actions.tryAgain')}
      </Button>
    </CardTableNote>
  );
}

type DeleteMenuProps = { name: string; question: { title: string; body: string }; onDelete: () => void };

/** The menu of a row that can only be deleted, after a question. */
export function DeleteMenu({ name, question, onDelete }: DeleteMenuProps) {
  const { t } = useTranslation();
  const ask = async () => {
    if (await confirm({ ...question, confirm: t('actions.delete'), danger: true })) {
      onDelete();
    }
  };
  return (
    <MoreMenu name={name}>
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}

type TokenDialogProps = {
  words: { title: string; help: string; value: string; done: string };
  value: string;
  onClose: () => void;
};

/** A new token. It stays open until it is closed by its button, because the token is not shown again. */
export function TokenDialog({ words, value, onClose }: TokenDialogProps) {
  return (
    <DialogFrame
      opened
      sticky
      onClose={onClose}
      title={words.title}
      description={words.help}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      footer={<Button type="submit">{words.done}</Button>}
    >
      <KeyValues rows={[{ label: words.value, value }]} />
    </DialogFrame>
  );
}

import { IconUnlink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '#platform/feedback/dialogs.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';

type RemoveButtonProps = { label: string; title: string; body: string; onRemove: () => void };

/** At the end of a row: removes an assignment after asking; the object itself is kept. */
export function RemoveButton({ label, title, body, onRemove }: RemoveButtonProps) {
  const { t } = useTranslation();
  const ask = async () => {
    if (await confirm({ title, body, confirm: t('roles.removeAction'), danger: true })) {
      onRemove();
    }
  };
  return (
    <IconButton label={label} size="small" onClick={() => void ask()}>
      <IconUnlink size={18} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

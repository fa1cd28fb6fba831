import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

type SecretToggleProps = { label: string; isShown: boolean; onToggle: () => void };

/** Shows or hides the value of a field. */
export function SecretToggle({ label, isShown, onToggle }: SecretToggleProps) {
  const { t } = useTranslation();
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <IconButton
      label={t(isShown ? 'actions.hideWhat' : 'actions.revealWhat', { what: label })}
      size="small"
      tooltip={false}
      onClick={onToggle}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../ui/busy-button.tsx';

type DialogButtonsProps = { onCancel: () => void; busy: boolean; disabled?: boolean; children: ReactNode };

/** The footer of a dialog with a form: cancel and submit. */
export function DialogButtons({ onCancel, busy, disabled, children }: DialogButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="default" onClick={onCancel}>
        {t('actions.cancel')}
      </Button>
      <BusyButton type="submit" busy={busy} disabled={disabled}>
        {children}
      </BusyButton>
    </>
  );
}

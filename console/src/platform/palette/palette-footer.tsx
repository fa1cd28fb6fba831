import { IconArrowDown, IconArrowUp, IconCornerDownLeft } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { isApple, KeyCap } from '../ui/key-cap.tsx';
import classes from './palette.module.css';

const icon = { size: 12, stroke: 1.75, 'aria-hidden': true } as const;

export function PaletteFooter({ failed }: { failed: boolean }) {
  const { t } = useTranslation();
  if (failed) {
    return (
      <div className={classes.footer} role="alert">
        {t('palette.failed')}
      </div>
    );
  }
  return (
    <div className={classes.footer}>
      <span>
        <KeyCap>
          <IconArrowUp {...icon} />
        </KeyCap>
        <KeyCap>
          <IconArrowDown {...icon} />
        </KeyCap>
        {t('palette.move')}
      </span>
      <span>
        <KeyCap>
          <IconCornerDownLeft {...icon} />
        </KeyCap>
        {t('palette.open')}
      </span>
      <span>
        <KeyCap>{isApple ? '⌘' : 'Ctrl'}</KeyCap>
        <KeyCap>
          <IconCornerDownLeft {...icon} />
        </KeyCap>
        {t('palette.newTab')}
      </span>
      <span className={classes.last}>
        <Trans i18nKey="palette.actionsOnly" components={{ key: <KeyCap>&gt;</KeyCap> }} />
      </span>
    </div>
  );
}

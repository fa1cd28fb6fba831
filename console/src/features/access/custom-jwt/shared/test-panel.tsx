import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { ModKeys } from '#platform/ui/key-cap.tsx';
import classes from './script.module.css';

type TestPanelProps = {
  help: string;
  isRunning: boolean;
  onRun: () => void;
  result: ReactNode;
  /** The samples. */
  children: ReactNode;
};

/** A run button, the result, and the samples. */
export function TestPanel({ help, isRunning, onRun, result, children }: TestPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <div className={classes.runRow}>
        <p className={classes.panelHelp}>{help}</p>
        <BusyButton
          variant="default"
          busy={isRunning}
          onClick={onRun}
          leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden />}
          rightSection={<ModKeys keys={['↵']} />}
        >
          {t('customJwt.test.run')}
        </BusyButton>
      </div>
      <div role="status">{result}</div>
      {children}
    </div>
  );
}

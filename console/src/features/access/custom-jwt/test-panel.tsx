import type { ScriptFailure } from '@postern/contracts/access/scripts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { JsonField } from '#platform/form/code-field.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { ModKeys } from '#platform/ui/key-cap.tsx';
import type { ScriptControl } from './script-form.ts';
import classes from './shared/script.module.css';
import { TestResult } from './test-result.tsx';
import type { TestRun } from './test-run.ts';

type TestPanelProps = {
  control: ScriptControl;
  test: TestRun;
  onRun: () => void;
  onReveal: (failure: ScriptFailure) => void;
};

/** Samples, a run button, and the result. */
export function TestPanel({ control, test, onRun, onReveal }: TestPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <div className={classes.runRow}>
        <p className={classes.panelHelp}>{t('customJwt.test.help')}</p>
        <BusyButton
          variant="default"
          busy={test.isRunning}
          onClick={onRun}
          leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden />}
          rightSection={<ModKeys keys={['↵']} />}
        >
          {t('customJwt.test.run')}
        </BusyButton>
      </div>
      <div role="status">{test.report && <TestResult report={test.report} onReveal={onReveal} />}</div>
      <JsonField control={control} name="tokenSample" label={t('customJwt.test.token')} />
      <JsonField control={control} name="contextSample" label={t('customJwt.test.context')} />
    </div>
  );
}

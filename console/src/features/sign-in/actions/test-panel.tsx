import type { ScriptFailure } from '@postern/contracts/access/scripts';
import type { ActionReport } from '@postern/contracts/sign-in/actions';
import { IconCircleCheck, IconCircleX, IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RunFailure, RunOutput } from '#features/access/custom-jwt/shared/run-parts.tsx';
import classes from '#features/access/custom-jwt/shared/script.module.css';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { JsonField } from '#platform/form/code-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { ModKeys } from '#platform/ui/key-cap.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import type { ActionOutput, ActionValues } from './action-form.ts';
import type { TestRun } from './test-run.ts';

type TestPanelProps = {
  control: Control<ActionValues, unknown, ActionOutput>;
  test: TestRun;
  onRun: () => void;
  onReveal: (failure: ScriptFailure) => void;
};

/** A sample event, a run button, and the result. */
export function TestPanel({ control, test, onRun, onReveal }: TestPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <div className={classes.runRow}>
        <p className={classes.panelHelp}>{t('signInActions.test.help')}</p>
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
      <JsonField control={control} name="event" label={t('signInActions.test.event')} />
    </div>
  );
}

const looks = {
  success: { tone: 'success', icon: IconCircleCheck },
  refused: { tone: 'warning', icon: IconHandStop },
  failed: { tone: 'danger', icon: IconCircleX },
} as const;

type TestResultProps = { report: ActionReport; onReveal: (failure: ScriptFailure) => void };

function TestResult({ report, onReveal }: TestResultProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { result, verdict, failure, output, milliseconds } = report;
  const kind = failure ? 'failed' : verdict === 'refuse' ? 'refused' : 'success';
  return (
    <div className={classes.result}>
      <div className={classes.resultHead}>
        <Tag {...looks[kind]}>{t(`signInActions.test.verdicts.${failure ? 'failed' : (verdict ?? 'continue')}`)}</Tag>
        <span className="muted tabular">{t('customJwt.test.took', { ms: number(milliseconds) })}</span>
      </div>
      {failure && <RunFailure failure={failure} onReveal={onReveal} />}
      {!failure && (
        <CodeBlock
          label={t('signInActions.test.result')}
          text={result === undefined ? 'undefined' : JSON.stringify(result, null, 2)}
        />
      )}
      <RunOutput output={output} />
    </div>
  );
}

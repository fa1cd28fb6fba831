import type { ScriptFailure } from '@postern/contracts/access/scripts';
import type { ActionReport } from '@postern/contracts/sign-in/actions';
import { IconCircleCheck, IconCircleX, IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RunFailure, RunOutput } from '#features/access/custom-jwt/shared/run-parts.tsx';
import classes from '#features/access/custom-jwt/shared/script.module.css';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';

const looks = {
  success: { tone: 'success', icon: IconCircleCheck },
  refused: { tone: 'warning', icon: IconHandStop },
  failed: { tone: 'danger', icon: IconCircleX },
} as const;

type TestResultProps = { report: ActionReport; onReveal: (failure: ScriptFailure) => void };

/** What the script decided. */
export function TestResult({ report, onReveal }: TestResultProps) {
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

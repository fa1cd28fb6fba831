import type { TestReport } from '@postern/contracts/access/custom-jwt';
import type { ScriptFailure } from '@postern/contracts/access/scripts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { RunFailure, RunOutput } from './shared/run-parts.tsx';
import classes from './shared/script.module.css';

const looks = {
  success: { tone: 'success', icon: IconCircleCheck },
  denied: { tone: 'warning', icon: IconHandStop },
  failed: { tone: 'danger', icon: IconCircleX },
} as const;

type TestResultProps = { report: TestReport; onReveal: (failure: ScriptFailure) => void };

export function TestResult({ report, onReveal }: TestResultProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { claims, denied, failure, dropped, output, milliseconds } = report;
  const kind = claims ? 'success' : denied === undefined ? 'failed' : 'denied';
  return (
    <div className={classes.result}>
      <div className={classes.resultHead}>
        <Tag {...looks[kind]}>{t(`customJwt.test.results.${kind}`)}</Tag>
        <span className="muted tabular">{t('customJwt.test.took', { ms: number(milliseconds) })}</span>
      </div>
      {denied && <p className={classes.resultText}>{denied}</p>}
      {failure && <RunFailure failure={failure} onReveal={onReveal} />}
      {claims && <CodeBlock label={t('customJwt.test.claims')} text={JSON.stringify(claims, null, 2)} />}
      {dropped.length > 0 && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('customJwt.test.droppedTitle')}>
          {t('customJwt.test.dropped', { names: dropped.join(', ') })}
        </Notice>
      )}
      <RunOutput output={output} />
    </div>
  );
}

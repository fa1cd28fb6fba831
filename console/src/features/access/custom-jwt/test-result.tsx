import { Button } from '@mantine/core';
import type { ScriptFailure, TestReport } from '@postern/contracts/access/custom-jwt';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconCircleX, IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './custom-jwt.module.css';

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
      {failure && (
        <div className={classes.failure}>
          <p className={classes.resultText}>{failure.message}</p>
          {failure.line !== undefined && (
            <Button
              variant="default"
              size="xs"
              rightSection={<IconArrowRight size={16} stroke={1.5} className="flip" aria-hidden />}
              onClick={() => onReveal(failure)}
            >
              {t('customJwt.test.goToLine', { line: failure.line })}
            </Button>
          )}
        </div>
      )}
      {claims && <CodeBlock label={t('customJwt.test.claims')} text={JSON.stringify(claims, null, 2)} />}
      {dropped.length > 0 && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('customJwt.test.droppedTitle')}>
          {t('customJwt.test.dropped', { names: dropped.join(', ') })}
        </Notice>
      )}
      {output.length > 0 && (
        <div>
          <h2 className={classes.panelTitle}>{t('customJwt.test.output')}</h2>
          <ul className={classes.output}>
            {output.map(({ level, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
              <li key={index} data-level={level}>
                <span className="sr-only">{level}: </span>
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

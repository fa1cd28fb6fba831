import { Button } from '@mantine/core';
import type { ScriptFailure, ScriptOutput } from '@postern/contracts/access/scripts';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './script.module.css';

type RunFailureProps = { failure: ScriptFailure; onReveal: (failure: ScriptFailure) => void };

/** Why a script failed, with a way to the line. */
export function RunFailure({ failure, onReveal }: RunFailureProps) {
  const { t } = useTranslation();
  return (
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
  );
}

/** What a script printed. */
export function RunOutput({ output }: { output: readonly ScriptOutput[] }) {
  const { t } = useTranslation();
  if (output.length === 0) {
    return null;
  }
  return (
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
  );
}

import type { ScriptFailure } from '@postern/contracts/access/custom-jwt';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import classes from './custom-jwt.module.css';
import type { Entry } from './reference.ts';
import { ReferencePanel } from './reference-panel.tsx';
import type { ScriptControl } from './script-form.ts';
import { TestPanel } from './test-panel.tsx';
import type { TestRun } from './test-run.ts';
import { VariablesPanel } from './variables-panel.tsx';

const panels = ['test', 'variables', 'reference'] as const;
export type PanelId = (typeof panels)[number];

type SidePanelsProps = {
  panel: PanelId;
  onPanel: (panel: PanelId) => void;
  control: ScriptControl;
  entries: readonly Entry[];
  variableCount: number;
  test: TestRun;
  onRun: () => void;
  onReveal: (failure: ScriptFailure) => void;
};

/** Three panels with the tabs pattern: arrow keys move between them, Tab moves into the visible one. */
export function SidePanels(props: SidePanelsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const { panel, onPanel, control } = props;
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && panels.at((panels.indexOf(panel) + step) % panels.length);
    if (next) {
      event.preventDefault();
      onPanel(next);
      tabs.current?.querySelector<HTMLElement>(`[data-panel="${next}"]`)?.focus();
    }
  };
  const contents = {
    test: <TestPanel control={control} test={props.test} onRun={props.onRun} onReveal={props.onReveal} />,
    variables: <VariablesPanel control={control} />,
    reference: <ReferencePanel entries={props.entries} />,
  };
  return (
    <div className={classes.side}>
      <div ref={tabs} role="tablist" aria-label={t('customJwt.panels.label')} className={classes.tabs}>
        {panels.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-panel={one}
            aria-selected={panel === one}
            aria-controls={`${id}-${one}-panel`}
            tabIndex={panel === one ? 0 : -1}
            className={classes.tab}
            onClick={() => onPanel(one)}
            onKeyDown={keyDown}
          >
            {t(`customJwt.panels.${one}`)}
            {one === 'variables' && props.variableCount > 0 && (
              <span className={classes.tabCount}>{number(props.variableCount)}</span>
            )}
          </button>
        ))}
      </div>
      {panels.map((one) => (
        <div
          key={one}
          role="tabpanel"
          id={`${id}-${one}-panel`}
          aria-labelledby={`${id}-${one}`}
          hidden={panel !== one}
          className={classes.panel}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {contents[one]}
        </div>
      ))}
    </div>
  );
}

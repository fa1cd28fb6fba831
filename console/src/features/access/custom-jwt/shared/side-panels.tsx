import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import detail from '#platform/detail/detail.module.css';
import { useFormat } from '#platform/i18n/format.ts';
import classes from './script.module.css';

const panels = ['test', 'variables', 'reference'] as const;
export type PanelId = (typeof panels)[number];

type SidePanelsProps = {
  panel: PanelId;
  onPanel: (panel: PanelId) => void;
  variableCount: number;
  contents: Record<PanelId, ReactNode>;
};

/** Three panels with the tabs pattern: arrow keys move between them, Tab moves into the visible one. */
export function SidePanels(props: SidePanelsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const { panel, onPanel, contents } = props;
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && panels.at((panels.indexOf(panel) + step) % panels.length);
    if (next) {
      event.preventDefault();
      onPanel(next);
      tabs.current?.querySelector<HTMLElement>(`[data-panel="${next}"]`)?.focus();
    }
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
            className={`${detail.tab} ${classes.tab}`}
            onClick={() => onPanel(one)}
            onKeyDown={keyDown}
          >
            {t(`customJwt.panels.${one}`)}
            {one === 'variables' && props.variableCount > 0 && (
              <span className={`${detail.count} ${classes.tabCount}`}>{number(props.variableCount)}</span>
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

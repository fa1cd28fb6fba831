import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy-button.tsx';
import classes from './code-block.module.css';

/** Code to read and copy; long code scrolls in its own frame. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        className={classes.scroll}
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <pre>{text}</pre>
      </div>
      <CopyButton value={text} label={t('actions.copyWhat', { what: label })} className={classes.copy} />
    </div>
  );
}

import { Button, Transition } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useLayoutEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { isReadOnly } from '../session/read-only.ts';
import { Dock } from '../shell/dock.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { ModKeys } from '../ui/key-cap.tsx';
import classes from './save-bar.module.css';

type SaveBarProps = {
  changes: number;
  saving: boolean;
  /** The stored values are not those that the form started with. */
  isChangedElsewhere?: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/**
 * Runs the effects of a new form before the browser handles the next event: React does so when a layout effect updates
 * state. A form detects changes, and this bar handles keys, only after their effects have run.
 */
function useListenAtOnce(): void {
  const [, update] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(update, []);
}

/** Slides up when there are changes. ⌘S or Ctrl S saves. */
export function SaveBar({ changes, saving, isChangedElsewhere = false, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation();
  // Read-only administrators cannot save.
  const dirty = changes > 0 && !isReadOnly();
  useListenAtOnce();
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 's') {
        event.preventDefault();
        if (dirty && !saving) {
          onSave();
        }
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [dirty, saving, onSave]);
  return (
    <>
      <div className={classes.saveSpace} />
      <Dock>
        <Transition mounted={dirty} transition="slide-up" duration={180} timingFunction="cubic-bezier(.2, .7, .2, 1)">
          {(style) => (
            <div className={classes.saveWrap} style={style} data-save-bar>
              <div className={classes.saveBar}>
                <span className={classes.saveText} role="status">
                  <IconPencil size={18} stroke={1.5} aria-hidden />
                  <span className={classes.saveLines}>
                    <span className="truncate">{t('states.unsaved', { count: changes })}</span>
                    {isChangedElsewhere && <span className={classes.elsewhere}>{t('states.changedElsewhere')}</span>}
                  </span>
                </span>
                <Button variant="quiet" onClick={onDiscard}>
                  {t('actions.discard')}
                </Button>
                <BusyButton
                  busy={saving}
                  onClick={onSave}
                  rightSection={<ModKeys keys={['S']} onAccent />}
                  classNames={{ section: classes.saveKeys ?? '' }}
                >
                  {t('actions.save')}
                </BusyButton>
              </div>
            </div>
          )}
        </Transition>
      </Dock>
    </>
  );
}

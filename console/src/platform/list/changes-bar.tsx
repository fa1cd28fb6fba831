import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import classes from './changes-bar.module.css';

/** Says that rows wait to appear or disappear. Lies over the list, so that nothing moves. */
export function ChangesBar({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    // Always mounted: screen readers announce only changes of a region that they know.
    <div className={classes.place} role="status">
      {waiting > 0 && (
        <div className={classes.bar}>
          <span>{t('list.changes', { count: waiting, number: number(waiting) })}</span>
          <span aria-hidden>·</span>
          <button type="button" className={classes.show} onClick={onShow}>
            {t('list.showChanges')}
          </button>
        </div>
      )}
    </div>
  );
}

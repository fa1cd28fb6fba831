import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import classes from './pick.module.css';
import type { PickItem } from './pick-item.ts';

type ChosenProps = { chosen: readonly PickItem[]; onChange: (chosen: PickItem[]) => void };

/** The picked items, each with a remove button. */
export function Chosen({ chosen, onChange }: ChosenProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div className={classes.pane} data-chosen>
      <div className={classes.chosenHead}>
        <span role="status">{t('pick.selected', { count: chosen.length, number: number(chosen.length) })}</span>
        {chosen.length > 0 && (
          <button type="button" className={classes.clear} onClick={() => onChange([])}>
            {t('pick.clear')}
          </button>
        )}
      </div>
      {chosen.length === 0 ? (
        <p className={classes.instead}>{t('pick.none')}</p>
      ) : (
        <ul className={classes.list}>
          {chosen.map((item) => (
            <li key={item.id} className={classes.row}>
              {item.image}
              <span className={classes.text}>
                <span className={`${classes.name} truncate`} title={item.label}>
                  {item.label}
                </span>
                {(item.from ?? item.note) && (
                  <span className={`${classes.second} truncate`}>{item.from ?? item.note}</span>
                )}
              </span>
              <IconButton
                label={t('actions.remove', { what: item.label })}
                size="small"
                tooltip={false}
                onClick={() => onChange(chosen.filter(({ id }) => id !== item.id))}
              >
                <IconX size={16} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import classes from './assistant.module.css';

const examples = ['connect', 'roles', 'factors'] as const;

/** Questions that people can choose instead of writing one. */
export function Examples({ onChoose }: { onChoose: (question: string) => void }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.examples} aria-label={t('assistant.examplesLabel')}>
      {examples.map((id) => (
        <li key={id}>
          <button type="button" className={classes.example} onClick={() => onChoose(t(`assistant.examples.${id}`))}>
            {t(`assistant.examples.${id}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

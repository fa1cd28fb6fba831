import { useTranslation } from 'react-i18next';
import classes from './form.module.css';

/** A label; optional fields are marked. */
export function FieldLabel({ label, optional }: { label: string; optional?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {label}
      {optional && <span className={classes.optional}>{t('fields.optional')}</span>}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import classes from './form.module.css';

/** A label; what may stay empty says so. */
export function FieldLabel({ label, optional }: { label: string; optional?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {label}
      {optional && <span className={classes.optional}>{t('fields.optional')}</span>}
    </>
  );
}

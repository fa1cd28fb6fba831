import { useTranslation } from 'react-i18next';
import classes from './onboarding.module.css';

/** A sketch of the tenant's sign-in page. Decorative: hide it from screen readers. */
export function SignInPreview({ name }: { name: string }) {
  const { t } = useTranslation();
  const letter = String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase();
  return (
    <>
      <div className={classes.arch} />
      <div className={classes.card}>
        <span className={classes.letter}>{letter}</span>
        <span className={classes.cardTitle}>{t('tenants.onboarding.previewTitle', { name })}</span>
        <span className={classes.cardField}>{t('tenants.onboarding.previewUsername')}</span>
        <span className={classes.cardField}>{t('tenants.onboarding.previewPassword')}</span>
        <span className={classes.cardButton}>{t('tenants.onboarding.previewAction')}</span>
      </div>
      <p className={classes.caption}>{t('tenants.onboarding.previewCaption')}</p>
    </>
  );
}

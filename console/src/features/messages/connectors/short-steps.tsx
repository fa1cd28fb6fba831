import type { Connector, ConnectorFactory } from '@postern/contracts/messages/connectors';
import { useTranslation } from 'react-i18next';
import classes from './connectors.module.css';
import { sayIn } from './shared/say-in.ts';

/** The labels of the fields that must be filled in. The server sends them in the language of the console. */
const requiredLabels = ({ formItems = [] }: Pick<Connector, 'formItems'>) =>
  formItems.filter(({ required, showConditions }) => required && !showConditions).map(({ label }) => label);

/** The steps in the language of the console, above the guide of the connector, which is in English. */
export function ShortSteps({ of }: { of: Connector | ConnectorFactory }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  if (language === 'en') {
    return null;
  }
  const values = {
    name: sayIn(of.name, language),
    fields: new Intl.ListFormat(language).format(requiredLabels(of)),
  };
  const isSocial = of.type === 'Social';
  const steps = isSocial
    ? (['register', 'callback', 'copy', 'offer'] as const)
    : (['access', 'enter', 'test'] as const);
  return (
    <>
      <ol className={classes.shortSteps} aria-label={t('connectors.guide.readme')}>
        {steps
          .filter((step) => (step !== 'copy' && step !== 'enter') || values.fields !== '')
          .map((step) => (
            <li key={step}>{t(`connectors.guide.steps.${step}`, values)}</li>
          ))}
      </ol>
      <h3 className={classes.details}>{t('connectors.guide.details')}</h3>
    </>
  );
}

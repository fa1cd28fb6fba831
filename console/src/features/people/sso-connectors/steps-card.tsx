import { Select } from '@mantine/core';
import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import { type SsoProduct, type SsoStep, ssoProducts, ssoSteps } from '@postern/contracts/people/sso-steps';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import classes from './sso-connectors.module.css';

type Provider = SsoConnectorWithProviderConfig['providerName'];

/** The product of a provider that is one. The others are used with any product that speaks the protocol. */
const productOf: Partial<Record<Provider, SsoProduct>> = {
  Okta: 'Okta',
  AzureAD: 'Microsoft Entra ID',
  AzureAdOidc: 'Microsoft Entra ID',
  GoogleWorkspace: 'Google Workspace',
};

/** What to do in the administration of the identity provider. */
export function StepsCard({ connector }: { connector: SsoConnectorWithProviderConfig }) {
  const { t } = useTranslation();
  const known = productOf[connector.providerName];
  const [chosen, setChosen] = useState<SsoProduct>();
  const product = known ?? chosen;
  return (
    <FormCard title={t('ssoConnectors.steps.title')} help={t('ssoConnectors.steps.help')}>
      {!known && (
        <Select
          label={t('ssoConnectors.steps.product')}
          placeholder={t('ssoConnectors.steps.placeholder')}
          data={[...ssoProducts]}
          value={chosen ?? null}
          onChange={(value) => setChosen(ssoProducts.find((one) => one === value))}
          allowDeselect={false}
        />
      )}
      {product && (
        <ol className={classes.steps} aria-label={product}>
          {ssoSteps[product][connector.providerType].map((step) => (
            <li key={JSON.stringify(step)}>{textOf(step, t)}</li>
          ))}
          <li>{t('ssoConnectors.steps.test')}</li>
        </ol>
      )}
    </FormCard>
  );
}

function textOf(step: SsoStep, t: TFunction): string {
  const values = {
    redirectUri: t('ssoConnectors.service.redirectUri'),
    acsUrl: t('ssoConnectors.service.acsUrl'),
    entityId: t('ssoConnectors.service.audience'),
    issuer: t('ssoConnectors.oidc.issuer'),
    clientId: t('ssoConnectors.oidc.clientId'),
    clientSecret: t('ssoConnectors.oidc.clientSecret'),
    metadataUrl: t('ssoConnectors.saml.metadataUrl'),
    metadata: t('ssoConnectors.saml.metadata'),
  };
  switch (step.does) {
    case 'open':
      return t('ssoConnectors.steps.open', step);
    case 'choose':
      return t('ssoConnectors.steps.choose', step);
    case 'paste':
      return t('ssoConnectors.steps.paste', { field: step.field, value: values[step.value] });
    case 'copy':
      return t('ssoConnectors.steps.copy', { field: step.field, value: values[step.value] });
    case 'enter':
      return t(step.text.includes('{') ? 'ssoConnectors.steps.enterOwn' : 'ssoConnectors.steps.enter', {
        text: step.text,
        value: values[step.value],
      });
    case 'send':
      return t('ssoConnectors.steps.send', step);
    case 'assign':
      return t('ssoConnectors.steps.assign', step);
    case 'enable':
      return t('ssoConnectors.steps.enable');
  }
}

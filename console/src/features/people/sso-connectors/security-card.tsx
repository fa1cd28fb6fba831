import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import type { ConnectionValues } from './connection-form.ts';
import { samlOf } from './find-status.ts';
import { KeysTable } from './keys-table.tsx';
import classes from './sso-connectors.module.css';

type SecurityCardProps = {
  control: Control<ConnectionValues, unknown, ConnectionValues>;
  connector: SsoConnectorWithProviderConfig;
};

/** Signed requests and encrypted assertions, with the certificate that the identity provider needs for them. */
export function SecurityCard({ control, connector }: SecurityCardProps) {
  const { t } = useTranslation();
  const certificate = samlOf(connector)?.serviceProvider.x509Certificate;
  return (
    <FormCard title={t('ssoConnectors.keys.title')} help={t('ssoConnectors.keys.help')}>
      <SwitchField
        control={control}
        name="signRequests"
        label={t('ssoConnectors.keys.sign')}
        help={t('ssoConnectors.keys.signHelp')}
      />
      <SwitchField
        control={control}
        name="encryptAssertions"
        label={t('ssoConnectors.keys.encrypt')}
        help={t('ssoConnectors.keys.encryptHelp')}
      />
      {certificate && (
        <>
          <div>
            <div className={classes.label}>{t('ssoConnectors.keys.certificate')}</div>
            <CodeBlock label={t('ssoConnectors.keys.certificate')} text={certificate.trim()} />
          </div>
          <KeysTable connectorId={connector.id} />
        </>
      )}
    </FormCard>
  );
}

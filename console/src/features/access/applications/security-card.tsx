import {
  type ApplicationType,
  backchannelType,
  certificateBoundTypes,
  certificateNames,
} from '@postern/contracts/access/applications';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CodeField, JsonField } from '#platform/form/code-field.tsx';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { authMethods, hasCredentials, showsKeys } from './credentials-form.ts';
import { signsPeopleIn } from './kinds.ts';
import type { SettingsOutput, SettingsValues } from './settings-form.ts';

type CardProps = { control: Control<SettingsValues, unknown, SettingsOutput> };

type SecurityCardProps = CardProps & { kind: ApplicationType; isThirdParty: boolean; isDevice: boolean };

/** What protects requests and tokens, and other ways to request them. Off by default. */
export function SecurityCard({ control, kind, isThirdParty, isDevice }: SecurityCardProps) {
  const { t } = useTranslation();
  const hasPeople = signsPeopleIn(kind);
  const credentials = hasCredentials(kind);
  const mayAskPeople = kind === backchannelType && !isThirdParty;
  const asksPeople = useWatch({ control, name: 'isBackchannelAuthenticationEnabled' });
  const switches = [
    ['isFapi', 'fapi', credentials],
    ['isPushedRequestRequired', 'pushed', hasPeople],
    ['isSignedRequestRequired', 'signedRequests', hasPeople && credentials],
    ['isSignedResponseRequired', 'signedResponses', hasPeople],
    ['isDpopRequired', 'dpop', true],
    ['isCertificateBound', 'bound', certificateBoundTypes.includes(kind)],
    ['isDeviceFlowEnabled', 'device', hasPeople && !isDevice],
    ['allowTokenExchange', 'exchange', !isThirdParty],
    ['isBackchannelAuthenticationEnabled', 'ciba', mayAskPeople],
  ] as const;
  return (
    <FormCard
      title={t('applications.security.title')}
      help={t('applications.security.help')}
      link={
        <a className="link" href={`${config.docsUrl}/applications`} target="_blank" rel="noreferrer">
          {t('applications.security.howTo')}
        </a>
      }
    >
      {credentials && <CredentialFields control={control} />}
      {switches.map(
        ([name, key, isShown]) =>
          isShown && (
            <SwitchField
              key={name}
              control={control}
              name={name}
              label={t(`applications.security.${key}`)}
              help={t(`applications.security.${key}Help`)}
            />
          ),
      )}
      {mayAskPeople && asksPeople && (
        <TextField
          control={control}
          name="backchannelNotificationUri"
          label={t('applications.security.cibaUri')}
          help={t('applications.security.cibaUriHelp')}
          placeholder="https://app.example.com/ping"
          inputMode="url"
          mono
          optional
        />
      )}
      <MultiTextField
        control={control}
        name="authorizationDetailsTypes"
        label={t('applications.security.details')}
        help={t('applications.security.detailsHelp')}
        placeholder="payment_initiation"
        optional
      />
    </FormCard>
  );
}

/** How the application proves who it is, with the fields of the chosen method. */
function CredentialFields({ control }: CardProps) {
  const { t } = useTranslation();
  const [authMethod, isSignedRequestRequired] = useWatch({ control, name: ['authMethod', 'isSignedRequestRequired'] });
  return (
    <>
      <SelectField
        control={control}
        name="authMethod"
        label={t('applications.security.method')}
        help={t('applications.security.methodHelp')}
        choices={authMethods.map((value) => ({ value, label: t(`applications.security.methods.${value}`) }))}
        width={480}
      />
      {authMethod === 'issued' && (
        <>
          <SelectField
            control={control}
            name="certificateName"
            label={t('applications.security.certificateName')}
            help={t('applications.security.certificateNameHelp')}
            choices={certificateNames.map((value) => ({
              value,
              label: t(`applications.security.certificateNames.${value}`),
            }))}
            width={480}
          />
          <TextField
            control={control}
            name="certificateValue"
            label={t('applications.security.certificateValue')}
            placeholder="CN=shop,O=Acme,C=DE"
            mono
          />
        </>
      )}
      {authMethod === 'registered' && (
        <CodeField
          control={control}
          name="tlsCertificates"
          label={t('applications.security.certificates')}
          help={t('applications.security.certificatesHelp')}
          placeholder="-----BEGIN CERTIFICATE-----"
        />
      )}
      {showsKeys({ authMethod, isSignedRequestRequired }) && (
        <>
          <JsonField
            control={control}
            name="jwks"
            label={t('applications.security.keys')}
            help={t('applications.security.keysHelp')}
            placeholder='{ "keys": [{ "kty": "EC", "crv": "P-256", "x": "…", "y": "…" }] }'
          />
          {authMethod !== 'registered' && (
            <TextField
              control={control}
              name="jwksUri"
              label={t('applications.security.keysUri')}
              placeholder="https://app.example.com/jwks.json"
              inputMode="url"
              mono
            />
          )}
        </>
      )}
    </>
  );
}

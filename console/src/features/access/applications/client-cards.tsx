import {
  type ApplicationType,
  accessTokensWithoutResource,
  subjectTypes,
} from '@postern/contracts/access/applications';
import { idTokenAlgorithms } from '@postern/contracts/access/signing-keys';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { automatic, type SettingsOutput, type SettingsValues } from './settings-form.ts';

type CardProps = { control: Control<SettingsValues, unknown, SettingsOutput> };

/** Redirect URIs, and the origins that may call from a browser. */
export function RedirectsCard({ control, kind }: CardProps & { kind: ApplicationType }) {
  const { t } = useTranslation();
  const isNative = kind === 'Native';
  return (
    <FormCard title={t('applications.redirects.title')} help={t('applications.redirects.help')}>
      <MultiTextField
        control={control}
        name="redirectUris"
        label={t('applications.redirects.uris')}
        help={t('applications.redirects.urisHelp')}
        placeholder={isNative ? 'com.example.app://callback' : 'https://app.example.com/callback'}
      />
      <MultiTextField
        control={control}
        name="postLogoutRedirectUris"
        label={t('applications.redirects.postSignOut')}
        placeholder={isNative ? 'com.example.app://signed-out' : 'https://app.example.com'}
        optional
      />
      <MultiTextField
        control={control}
        name="corsAllowedOrigins"
        label={t('applications.redirects.origins')}
        help={t('applications.redirects.originsHelp')}
        placeholder="https://example.com"
        optional
      />
      <TextField
        control={control}
        name="initiateLoginUri"
        label={t('applications.redirects.initiateLogin')}
        help={t('applications.redirects.initiateLoginHelp')}
        placeholder="https://app.example.com/login"
        inputMode="url"
        mono
        optional
      />
    </FormCard>
  );
}

/** What an application knows people as. */
export function SubjectsCard({ control }: CardProps) {
  const { t } = useTranslation();
  const type = useWatch({ control, name: 'subjectType' });
  return (
    <FormCard title={t('applications.subjects.title')} help={t('applications.subjects.help')}>
      <SelectField
        control={control}
        name="subjectType"
        label={t('applications.subjects.type')}
        help={t('applications.subjects.typeHelp')}
        choices={subjectTypes.map((value) => ({ value, label: t(`applications.subjects.types.${value}`) }))}
        width={480}
      />
      {type === 'pairwise' && (
        <TextField
          control={control}
          name="sectorIdentifierUri"
          label={t('applications.subjects.sector')}
          help={t('applications.subjects.sectorHelp')}
          placeholder="https://example.com/redirect-uris.json"
          inputMode="url"
          mono
          optional
        />
      )}
    </FormCard>
  );
}

export function RefreshTokensCard({ control }: CardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('applications.refresh.title')} help={t('applications.refresh.help')}>
      <SwitchField
        control={control}
        name="alwaysIssueRefreshToken"
        label={t('applications.refresh.always')}
        help={t('applications.refresh.alwaysHelp')}
      />
      <SwitchField
        control={control}
        name="rotateRefreshToken"
        label={t('applications.refresh.rotate')}
        help={t('applications.refresh.rotateHelp')}
      />
      <TextField
        control={control}
        name="refreshTokenTtlInDays"
        label={t('applications.refresh.lifetime')}
        help={t('applications.refresh.range')}
        suffix={t('applications.refresh.days')}
        inputMode="numeric"
        width={200}
      />
      <TextField
        control={control}
        name="maxAllowedGrants"
        label={t('applications.refresh.grants')}
        help={t('applications.refresh.grantsHelp')}
        inputMode="numeric"
        width={200}
        optional
      />
    </FormCard>
  );
}

export function BackchannelCard({ control }: CardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('applications.backchannel.title')} help={t('applications.backchannel.help')}>
      <TextField
        control={control}
        name="backchannelLogoutUri"
        label={t('applications.backchannel.uri')}
        placeholder="https://app.example.com/backchannel-logout"
        inputMode="url"
        mono
        optional
      />
      <SwitchField
        control={control}
        name="backchannelLogoutSessionRequired"
        label={t('applications.backchannel.session')}
        help={t('applications.backchannel.sessionHelp')}
      />
    </FormCard>
  );
}

export function FrontchannelCard({ control }: CardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('applications.frontchannel.title')} help={t('applications.frontchannel.help')}>
      <TextField
        control={control}
        name="frontchannelLogoutUri"
        label={t('applications.frontchannel.uri')}
        help={t('applications.frontchannel.uriHelp')}
        placeholder="https://app.example.com/frontchannel-logout"
        inputMode="url"
        mono
        optional
      />
      <SwitchField
        control={control}
        name="frontchannelLogoutSessionRequired"
        label={t('applications.frontchannel.session')}
        help={t('applications.frontchannel.sessionHelp')}
      />
    </FormCard>
  );
}

/** For third-party libraries: how ID tokens are signed, and access tokens of requests without a resource. */
export function TokensCard({ control }: { control: Control<SettingsValues, unknown, SettingsOutput> }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('applications.tokens.title')} help={t('applications.tokens.help')}>
      <SelectField
        control={control}
        name="idTokenSignedResponseAlg"
        label={t('applications.tokens.algorithm')}
        help={t('applications.tokens.algorithmHelp')}
        choices={[
          { value: automatic, label: t('applications.tokens.algorithmDefault') },
          ...idTokenAlgorithms.map((value) => ({ value, label: value })),
        ]}
        width={480}
      />
      <SelectField
        control={control}
        name="accessTokenWithoutResource"
        label={t('applications.tokens.withoutResource')}
        help={t('applications.tokens.withoutResourceHelp')}
        choices={([automatic, ...accessTokensWithoutResource] as const).map((value) => ({
          value,
          label: t(`applications.tokens.withoutResourceChoices.${value}`),
        }))}
        width={480}
      />
    </FormCard>
  );
}

import { accessTokensWithoutResource } from '@postern/contracts/access/applications';
import { idTokenAlgorithms } from '@postern/contracts/access/signing-keys';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { automatic, type SettingsOutput, type SettingsValues } from './settings-form.ts';

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

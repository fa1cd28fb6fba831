import {
  type CaptchaType,
  captchaDifficulties,
  recaptchaDomains,
  recaptchaModes,
} from '@postern/contracts/experience/captcha';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#platform/form/password-field.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { fieldsOf, type ProviderValues } from './form.ts';

type Props = { control: Control<ProviderValues, unknown, ProviderValues> };

/** The fields of a provider's type. */
export function ProviderFields({ control }: Props) {
  const { t } = useTranslation();
  const type = useWatch({ control, name: 'type' });
  if (type === 'ProofOfWork') {
    return (
      <RadioCards
        control={control}
        name="difficulty"
        label={t('security.captcha.difficulty')}
        help={t('security.captcha.difficultyHelp')}
        missing={t('fields.required')}
        choices={captchaDifficulties.map((value) => ({
          value,
          label: t(`security.captcha.difficulties.${value}.label`),
          help: t(`security.captcha.difficulties.${value}.help`),
        }))}
      />
    );
  }
  return (
    <>
      <KeyFields control={control} type={type} />
      {type === 'RecaptchaEnterprise' && (
        <>
          <RadioCards
            control={control}
            name="mode"
            label={t('security.captcha.mode')}
            missing={t('fields.required')}
            choices={recaptchaModes.map((value) => ({
              value,
              label: t(`security.captcha.modes.${value}.label`),
              help: t(`security.captcha.modes.${value}.help`),
            }))}
          />
          <SelectField
            control={control}
            name="domain"
            label={t('security.captcha.domain')}
            help={t('security.captcha.domainHelp')}
            choices={recaptchaDomains.map((value) => ({ value, label: value }))}
          />
        </>
      )}
    </>
  );
}

type KeyFieldsProps = Props & { type: Exclude<CaptchaType, 'ProofOfWork'> };

function KeyFields({ control, type }: KeyFieldsProps) {
  const { t } = useTranslation();
  return fieldsOf(type).map((name) =>
    name === 'secretKey' ? (
      <PasswordField
        key={name}
        control={control}
        name={name}
        label={t(`security.captcha.types.${type}.secretKey`)}
        help={t('security.captcha.secretHelp')}
      />
    ) : (
      <TextField key={name} control={control} name={name} label={t(`security.captcha.${name}`)} mono />
    ),
  );
}

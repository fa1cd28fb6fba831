import { type FullSignInExperience, forgotPasswordMethods } from '@postern/contracts/experience/sign-in-experience';
import { type BaseSyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { RowError } from '../method-parts.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import type { Connected } from '../shared/connected.ts';
import { ConnectorNotice } from '../shared/connector-notice.tsx';
import { useExperience, usePatchExperience } from '../shared/experience-form.ts';
import { useConnected } from '../shared/use-connected.ts';
import classes from '../sign-in-methods.module.css';
import { type MethodsForm, useMethodsForm } from './form.ts';
import { SignInCard, SignUpCard } from './identifier-cards.tsx';
import { changedParts, type MethodsValues, signUpOf, typesOf, updateOf, valuesOf } from './methods-form.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { SocialCard } from './social-card.tsx';

const landing = {
  codes: {
    'sign_in_experiences.missing_sign_up_identifiers': 'signUpIdentifiers',
    'sign_in_experiences.duplicated_sign_up_identifiers': 'signUpIdentifiers',
    'sign_in_experiences.passwordless_requires_verify': 'signUpIdentifiers',
    'sign_in_experiences.enabled_connector_not_found': 'methods',
    'sign_in_experiences.at_least_one_authentication_factor': 'methods',
    'sign_in_experiences.code_sign_in_must_be_enabled': 'methods',
    'sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in': 'methods',
    'sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in': 'methods',
    'sign_in_experiences.forgot_password_method_requires_connector': 'forgotPassword',
  },
  field: (path: string) => (path === 'unknownSessionRedirectUrl' ? path : undefined),
} as const;

export function SignUpTab() {
  const { connected, error, refetch } = useConnected();
  if (connected) {
    return <MethodsSettings connected={connected} />;
  }
  return error ? (
    <LoadFailed error={error} retry={refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={2} />
      <FormCardSkeleton fields={3} />
      <FormCardSkeleton fields={2} />
    </Cards>
  );
}

/** The settings for the sign-in pages as if they were saved. */
function previewOf(values: MethodsValues, { socialConnectors }: Connected): Partial<FullSignInExperience> {
  const { socialTargets, forgotPassword } = values;
  return {
    signUp: signUpOf(values),
    signIn: { methods: values.methods },
    signInMode: values.isRegistrationEnabled ? 'SignInAndRegister' : 'SignIn',
    socialSignInConnectorTargets: socialTargets,
    socialConnectors: socialTargets.flatMap((target) =>
      socialConnectors.filter((connector) => connector.target === target && connector.platform !== 'Native'),
    ),
    forgotPasswordMethods: forgotPassword,
    forgotPassword: {
      email: forgotPassword.includes('EmailVerificationCode'),
      phone: forgotPassword.includes('PhoneVerificationCode'),
    },
  };
}

/** The channels for which these values need a connector. */
function neededChannels({ signUpIdentifiers, methods, forgotPassword }: MethodsValues): ('email' | 'phone')[] {
  const needed = new Set<string>([
    ...signUpIdentifiers.flatMap(typesOf),
    ...methods.filter(({ verificationCode }) => verificationCode).map(({ identifier }) => identifier),
    ...forgotPassword.map((method) => (method === 'EmailVerificationCode' ? 'email' : 'phone')),
  ]);
  return (['email', 'phone'] as const).filter((kind) => needed.has(kind));
}

const parseValues = (text: string): MethodsValues => JSON.parse(text);

function MethodsSettings({ connected }: { connected: Connected }) {
  const experience = useExperience();
  const patch = usePatchExperience();
  const methods = useMethodsForm(connected.channels);
  const { form, values, stored, following } = methods;
  const { isDirty, isSubmitting } = form.formState;
  const [isReviewing, setReviewing] = useState(false);
  usePreviewDraft(isDirty ? previewOf(values, connected) : {}, isDirty);
  const storedText = JSON.stringify(stored);
  useStoredValues(form, storedText, parseValues);
  const send = useSave(
    form,
    async (sent) => valuesOf(await patch(updateOf(sent, stored, experience)), connected.channels),
    landing,
  );
  const save = (event?: BaseSyntheticEvent) =>
    form.handleSubmit((sent) => {
      const { signUp, signIn } = changedParts(sent, stored);
      if (!signUp && !signIn) {
        return send();
      }
      setReviewing(true);
    })(event);
  return (
    <SettingsForm form={form} save={save} following={following}>
      {neededChannels(values)
        .filter((kind) => !connected.connectors[kind])
        .map((kind) => (
          <ConnectorNotice key={kind} kind={kind} />
        ))}
      <SignUpCard {...methods} />
      <SignInCard {...methods} />
      <ForgotPasswordCard {...methods} />
      <SocialCard form={form} social={connected.social} />
      <AdvancedCard form={form} />
      {isReviewing && (
        <ReviewDialog
          before={stored}
          after={values}
          busy={isSubmitting}
          onClose={() => setReviewing(false)}
          onConfirm={() => void send().finally(() => setReviewing(false))}
        />
      )}
    </SettingsForm>
  );
}

function ForgotPasswordCard({ fields, values, change }: MethodsForm) {
  const { t } = useTranslation();
  const { forgotPassword, methods } = values;
  const hasPassword = methods.some(({ password }) => password);
  return (
    <FormCard title={t('signInMethods.forgotPassword.title')} help={t('signInMethods.forgotPassword.help')}>
      {hasPassword ? (
        <fieldset className={classes.boxes}>
          <legend>{t('signInMethods.forgotPassword.group')}</legend>
          {forgotPasswordMethods.map((method, index) => (
            <CheckBox
              key={method}
              ref={index === 0 ? fields.forgotPassword.field.ref : undefined}
              label={t(`signInMethods.forgotPassword.${method}`)}
              checked={forgotPassword.includes(method)}
              onCheck={(checked) =>
                change({
                  forgotPassword: forgotPasswordMethods.filter((one) =>
                    one === method ? checked : forgotPassword.includes(one),
                  ),
                })
              }
            />
          ))}
          {forgotPassword.length === 0 && <p className={classes.note}>{t('signInMethods.forgotPassword.none')}</p>}
          <RowError message={listErrors(fields.forgotPassword.fieldState.error).own} />
        </fieldset>
      ) : (
        <p className={classes.note}>{t('signInMethods.forgotPassword.noPassword')}</p>
      )}
    </FormCard>
  );
}

function AdvancedCard({ form: { control } }: Pick<MethodsForm, 'form'>) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('signInMethods.advanced.title')} help={t('signInMethods.advanced.help')}>
      <SwitchField
        control={control}
        name="singleSignOnEnabled"
        label={t('signInMethods.advanced.sso')}
        help={t('signInMethods.advanced.ssoHelp')}
      />
      <SwitchField
        control={control}
        name="isRegistrationEnabled"
        label={t('signInMethods.advanced.registration')}
        help={t('signInMethods.advanced.registrationHelp')}
      />
      <TextField
        control={control}
        name="unknownSessionRedirectUrl"
        label={t('signInMethods.advanced.redirect')}
        help={t('signInMethods.advanced.redirectHelp')}
        placeholder="https://app.example.com"
        inputMode="url"
        optional
        mono
      />
    </FormCard>
  );
}

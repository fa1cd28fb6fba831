import type { FullSignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { type BaseSyntheticEvent, useState } from 'react';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import type { Connected } from '../connected.ts';
import { ConnectorNotice } from '../connector-notice.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { useExperience, usePatchExperience } from '../settings.ts';
import { useConnected } from '../use-connected.ts';
import { AdvancedCard } from './advanced-card.tsx';
import { ForgotPasswordCard } from './forgot-password-card.tsx';
import { useMethodsForm } from './form.ts';
import { changedParts, type MethodsValues, signUpOf, typesOf, updateOf, valuesOf } from './methods-form.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignUpCard } from './sign-up-card.tsx';
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
  const { form, values, stored } = methods;
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
    <SettingsForm form={form} save={save}>
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

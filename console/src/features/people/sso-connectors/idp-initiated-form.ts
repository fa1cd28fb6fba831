import { isRedirectUri } from '@postern/contracts/fields';
import type { IdpInitiatedAuthConfig, SetIdpInitiatedAuthConfig } from '@postern/contracts/people/sso-connectors';
import i18next from 'i18next';
import type { Path } from 'react-hook-form';
import { z } from 'zod';
import { jsonObjectText } from '#platform/form/json-object.ts';

const Parameters = jsonObjectText.refine(
  (given): given is Record<string, string> => Object.values(given).every((value) => typeof value === 'string'),
  { error: () => i18next.t('ssoConnectors.idpInitiated.parametersText') },
);

/** `server` sends the authorization request for the application; `client` leaves it to a page of the application. */
export const starters = ['server', 'client'] as const;

export const IdpInitiatedForm = z
  .object({
    isOn: z.boolean(),
    defaultApplicationId: z.string(),
    starter: z.enum(starters),
    redirectUri: z.string(),
    authParameters: z.string(),
    clientIdpInitiatedAuthCallbackUri: z.string().trim().max(2048),
  })
  .superRefine((values, context) => {
    const refuse = (name: keyof IdpInitiatedValues, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (!values.isOn) {
      return;
    }
    if (!values.defaultApplicationId) {
      refuse('defaultApplicationId', i18next.t('fields.required'));
    }
    if (values.starter === 'client') {
      if (!isRedirectUri(values.clientIdpInitiatedAuthCallbackUri)) {
        refuse('clientIdpInitiatedAuthCallbackUri', i18next.t('fields.webUrl'));
      }
      return;
    }
    if (!values.redirectUri) {
      refuse('redirectUri', i18next.t('fields.required'));
    }
    const { error } = Parameters.safeParse(values.authParameters);
    if (error) {
      refuse('authParameters', error.issues[0]?.message ?? i18next.t('fields.invalid'));
    }
  });
export type IdpInitiatedValues = z.input<typeof IdpInitiatedForm>;

/** Form values of the stored settings; `undefined` if this kind of sign-in is refused. */
export const idpInitiatedOf = (stored: IdpInitiatedAuthConfig | undefined): IdpInitiatedValues => ({
  isOn: stored !== undefined,
  defaultApplicationId: stored?.defaultApplicationId ?? '',
  starter: stored && !stored.autoSendAuthorizationRequest ? 'client' : 'server',
  redirectUri: stored?.redirectUri ?? '',
  authParameters: JSON.stringify(stored?.authParameters ?? {}, null, 2),
  clientIdpInitiatedAuthCallbackUri: stored?.clientIdpInitiatedAuthCallbackUri ?? '',
});

export const bodyOf = (values: IdpInitiatedValues): SetIdpInitiatedAuthConfig =>
  values.starter === 'client'
    ? {
        autoSendAuthorizationRequest: false,
        defaultApplicationId: values.defaultApplicationId,
        clientIdpInitiatedAuthCallbackUri: values.clientIdpInitiatedAuthCallbackUri,
      }
    : {
        autoSendAuthorizationRequest: true,
        defaultApplicationId: values.defaultApplicationId,
        redirectUri: values.redirectUri,
        authParameters: Parameters.parse(values.authParameters),
      };

export const idpInitiatedLanding = {
  codes: {
    'single_sign_on.idp_initiated_authentication_invalid_application_type': 'defaultApplicationId' as const,
    'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered': 'redirectUri' as const,
  },
  field: (path: string) => path as Path<IdpInitiatedValues>,
};

import { z } from 'zod';
import type { ConnectorMetadata } from '../../kit/interface.ts';
import { pkceItem } from '../../kit/pkce.ts';
import { optionalText, text, webAddress } from '../../kit/read-config.ts';
import {
  authMethodFields,
  authMethodItems,
  clientFields,
  clientItems,
  customConfigField,
  customConfigItem,
  scopeItem,
} from '../../kit/social-items.ts';

export const metadata: ConnectorMetadata = {
  id: 'oidc',
  target: 'oidc',
  platform: 'Universal',
  name: { en: 'OIDC' },
  description: {
    en: 'People sign in with any provider that speaks OpenID Connect.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  isStandard: true,
  isTokenStorageSupported: true,
  formItems: [
    { key: 'authorizationEndpoint', label: 'Authorization endpoint', type: 'Text', required: true },
    { key: 'tokenEndpoint', label: 'Token endpoint', type: 'Text', required: true },
    ...clientItems,
    ...authMethodItems,
    { ...scopeItem('openid profile email'), required: true },
    {
      key: 'acceptStringTypedBooleanClaims',
      label: 'Accept "true" for true',
      type: 'Switch',
      defaultValue: false,
      description: 'Some providers send email_verified as a string.',
    },
    {
      key: 'trustUnverifiedEmail',
      label: 'Trust addresses without email_verified',
      type: 'Switch',
      defaultValue: false,
      description:
        'For providers that verify all addresses but do not say so. Others let people sign in as somebody else.',
    },
    {
      key: 'idTokenVerificationConfig',
      label: 'ID token verification',
      type: 'Json',
      required: true,
      defaultValue: { jwksUri: '', issuer: '' },
      description: 'jwksUri and issuer from the discovery document of the provider.',
    },
    {
      key: 'authRequestOptionalConfig',
      label: 'OpenID Connect parameters',
      type: 'Json',
      defaultValue: {},
      description: 'Such as prompt, maxAge, uiLocales, loginHint or acrValues.',
    },
    pkceItem,
    customConfigItem,
  ],
};

const texts = z.union([text, z.array(text).min(1).max(20)]);

export const configGuard = z.object({
  authorizationEndpoint: webAddress,
  tokenEndpoint: webAddress,
  ...clientFields,
  ...authMethodFields,
  scope: text,
  acceptStringTypedBooleanClaims: z.boolean().default(false),
  trustUnverifiedEmail: z.boolean().default(false),
  idTokenVerificationConfig: z.object({
    jwksUri: webAddress,
    issuer: texts,
    audience: texts.optional(),
    algorithms: z.array(text).max(20).optional(),
    clockTolerance: z.union([text, z.number().min(0).max(600)]).optional(),
    maxTokenAge: z.union([text, z.number().min(0)]).optional(),
    subject: optionalText,
    typ: optionalText,
  }),
  authRequestOptionalConfig: z
    .object({
      responseMode: optionalText,
      display: optionalText,
      prompt: optionalText,
      maxAge: z.union([text, z.number()]).transform(String).optional(),
      uiLocales: optionalText,
      idTokenHint: optionalText,
      loginHint: optionalText,
      acrValues: optionalText,
    })
    .optional(),
  usePkce: z.boolean().default(true),
  ...customConfigField,
});
export type OidcConfig = z.output<typeof configGuard>;

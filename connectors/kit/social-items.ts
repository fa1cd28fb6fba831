import { z } from 'zod';
import type { ConnectorMetadata } from './interface.ts';
import { optionalText, text } from './read-config.ts';

type FormItem = NonNullable<ConnectorMetadata['formItems']>[number];

export const clientItems: FormItem[] = [
  { key: 'clientId', label: 'Client ID', type: 'Text', required: true },
  { key: 'clientSecret', label: 'Client secret', type: 'Text', required: true, isConfidential: true },
];

export const scopeItem = (placeholder: string): FormItem => ({
  key: 'scope',
  label: 'Scope',
  type: 'MultilineText',
  placeholder,
  description: 'Separated by spaces. Leave empty to use the default scopes.',
});

export const clientFields = { clientId: text, clientSecret: text };
export const scopeField = { scope: optionalText };
/** The settings of most providers. */
export const clientSettings = z.object({ ...clientFields, ...scopeField });

export const appItems: FormItem[] = [
  { key: 'appId', label: 'App ID', type: 'Text', required: true },
  { key: 'appSecret', label: 'App secret', type: 'Text', required: true, isConfidential: true },
];
export const appFields = { appId: text, appSecret: text };

/** Scopes from a field, one per line or separated by spaces, in the format of a request. */
export const scopesOf = (given: string | undefined, otherwise: string) =>
  given?.split(/\s+/).filter(Boolean).join(' ') || otherwise;

export const authMethodItems: FormItem[] = [
  {
    key: 'tokenEndpointAuthMethod',
    label: 'Token endpoint authentication',
    type: 'Select',
    required: true,
    defaultValue: 'client_secret_post',
    selectItems: ['client_secret_post', 'client_secret_basic', 'client_secret_jwt'].map((value) => ({
      value,
      title: value,
    })),
  },
  {
    key: 'clientSecretJwtSigningAlgorithm',
    label: 'Algorithm of the signed assertion',
    type: 'Select',
    required: true,
    defaultValue: 'HS256',
    selectItems: ['HS256', 'HS384', 'HS512'].map((value) => ({ value, title: value })),
    showConditions: [{ targetKey: 'tokenEndpointAuthMethod', expectValue: 'client_secret_jwt' }],
  },
];

export const authMethodFields = {
  tokenEndpointAuthMethod: z
    .enum(['client_secret_post', 'client_secret_basic', 'client_secret_jwt'])
    .default('client_secret_post'),
  clientSecretJwtSigningAlgorithm: z.enum(['HS256', 'HS384', 'HS512']).default('HS256'),
};

/** Additional parameters of the authorization request. */
export const customConfigItem: FormItem = {
  key: 'customConfig',
  label: 'Additional parameters',
  type: 'Json',
  defaultValue: {},
  description: 'Sent to the authorization endpoint.',
};
export const customConfigField = { customConfig: z.record(z.string(), z.string()).optional() };

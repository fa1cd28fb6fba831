import type { GuideTexts } from '#locales/en/guide-steps.ts';

/** Filled into samples and settings as `{{name}}`. */
export const placeholders = [
  'endpoint',
  'issuer',
  'authorizationEndpoint',
  'tokenEndpoint',
  'userinfoEndpoint',
  'endSessionEndpoint',
  'jwksUri',
  'discoveryUri',
  'appId',
  'appSecret',
  'redirectUri',
  'redirectScheme',
  'redirectHost',
  'origin',
  'postSignOutUri',
  'randomSecret',
  'managementApi',
  'indicator',
  'scope',
] as const;
export type Placeholder = (typeof placeholders)[number];
export type Values = Record<Placeholder, string>;

export type CodeLanguage =
  | 'sh'
  | 'url'
  | 'js'
  | 'ts'
  | 'tsx'
  | 'json'
  | 'html'
  | 'vue'
  | 'svelte'
  | 'xml'
  | 'yaml'
  | 'env'
  | 'kotlin'
  | 'swift'
  | 'dart'
  | 'csharp'
  | 'razor'
  | 'java'
  | 'go'
  | 'php'
  | 'python'
  | 'ruby'
  | 'erb';

export type Sample = { language: CodeLanguage; file?: string; code: string };

/** A field of somebody else's settings page. Its label is that product's, so it is not translated. */
type Setting = { label: string; value: string };

type TitleKey = keyof GuideTexts['titles'];
type TextKey = keyof GuideTexts['texts'];

export type Step = {
  title: TitleKey;
  text: readonly TextKey[];
  /** Shows the addresses that people come back to, and adds them to the application. */
  hasRedirects?: boolean;
  /** A tab of the application on which the step is done. */
  tab?: 'roles' | 'permissions';
  settings?: readonly Setting[];
  samples?: readonly Sample[];
};

/** The addresses are those of the samples: the port that the framework starts on. */
export type Guide = { redirectUri?: string; postSignOutUri?: string; steps: readonly Step[] };

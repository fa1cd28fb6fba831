import type texts from './guide-steps.phrases.en.json';

/** Replaced in samples and settings as `{{name}}`. */
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
  | 'rust'
  | 'php'
  | 'python'
  | 'ruby'
  | 'erb';

export type Sample = { language: CodeLanguage; file?: string; code: string };

/** A field of a third-party settings page. Its label is not translated. */
type Setting = { label: string; value: string };

export type GuideTexts = typeof texts;
type TitleKey = keyof GuideTexts['titles'];
type TextKey = keyof GuideTexts['texts'];

export type Step = {
  title: TitleKey;
  text: readonly TextKey[];
  /** Shows the redirect URIs, and adds them to the application. */
  hasRedirects?: boolean;
  /** The tab of the application where this step is done. */
  tab?: 'roles' | 'permissions';
  settings?: readonly Setting[];
  samples?: readonly Sample[];
};

/** The URIs are those of the samples: the default port of the framework. */
export type Guide = { redirectUri?: string; postSignOutUri?: string; steps: readonly Step[] };

import type { JsonObject } from '@postern/contracts/fields';
import type { ImportFormat } from '@postern/contracts/people/user-imports';
import { isAuth0, translateAuth0 } from './auth0.ts';
import { isCognito, translateCognito, translateCognitoRow } from './cognito.ts';
import { isFirebase, translateFirebase } from './firebase.ts';
import { isKeycloak, translateKeycloak } from './keycloak.ts';
import type { Translated } from './read.ts';

type Foreign = Exclude<ImportFormat, 'csv' | 'json' | 'ndjson'>;

const recognizers: [Foreign, (record: JsonObject) => boolean][] = [
  ['firebase', isFirebase],
  ['cognito', isCognito],
  ['keycloak', isKeycloak],
  ['auth0', isAuth0],
];

/** The product that wrote a file, by one of its records; undefined for custom formats. */
export const recognizeForeign = (record: JsonObject): Foreign | undefined =>
  recognizers.find(([, is]) => is(record))?.[0];

const translators: Record<Foreign, (record: JsonObject) => Translated> = {
  auth0: translateAuth0,
  cognito: (record) => ('Attributes' in record ? translateCognito(record) : translateCognitoRow(record)),
  firebase: translateFirebase,
  keycloak: translateKeycloak,
};

export const translate = (format: Foreign, record: JsonObject): Translated => {
  const translated = translators[format](record);
  return Object.fromEntries(Object.entries(translated).filter(([, value]) => value !== undefined && value !== ''));
};

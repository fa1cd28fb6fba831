import type { LogActor, LogObject } from '@postern/contracts/records/audit';
import type { TFunction } from 'i18next';
import { actionsPath } from '#paths/actions.ts';
import { applicationSettingsPath, dynamicClientsPath } from '#paths/applications.ts';
import { customJwtPath } from '#paths/custom-jwt.ts';
import { emailTemplatePath } from '#paths/email-templates.ts';
import { organizationRolePath, organizationScopesPath } from '#paths/organization-template.ts';
import { organizationSettingsPath } from '#paths/organizations.ts';
import { resourcePath } from '#paths/resources.ts';
import { rolePath } from '#paths/roles.ts';
import { signInExperiencePath } from '#paths/sign-in-experience.ts';
import { ssoConnectorPath } from '#paths/sso-connectors.ts';
import { userSettingsPath } from '#paths/users.ts';
import { webhookPath } from '#paths/webhooks.ts';
import type { PagePath } from '#platform/router/page-path.ts';
import { entityName } from './event-title.ts';

export type Party = LogActor | LogObject;

/** The pages of objects, by the first word of their events. */
const pages: Record<string, PagePath<string>> = {
  User: userSettingsPath,
  Application: applicationSettingsPath,
  Role: rolePath,
  Resource: resourcePath,
  Organization: organizationSettingsPath,
  OrganizationRole: organizationRolePath,
  SsoConnector: ssoConnectorPath,
  DirectorySync: ssoConnectorPath,
  Webhook: webhookPath,
  EmailTemplate: emailTemplatePath,
};

/** The pages of settings of which a tenant has one. */
const settings: Record<string, PagePath<string>> = {
  OrganizationScope: organizationScopesPath,
  SignInExperience: signInExperiencePath,
  CustomJwt: customJwtPath,
  ActionScript: actionsPath,
  DynamicClients: dynamicClientsPath,
};

/** Actors have their own names for the kinds of objects. Administrators have no page in a tenant. */
const kindsOfActors: Record<LogActor['kind'], string> = {
  administrator: 'Administrator',
  application: 'Application',
  user: 'User',
  directory: 'DirectorySync',
  setupLink: 'SsoSetupLink',
  identityProvider: 'SsoConnector',
  commandLine: '',
  system: '',
};

const isActorKind = (kind: string): kind is LogActor['kind'] => Object.hasOwn(kindsOfActors, kind);

const objectKindOf = (kind: string) => (isActorKind(kind) ? kindsOfActors[kind] : kind);

/** The kind in words: of an actor or of an object. */
export function kindName(t: TFunction, kind: string): string {
  return kind === 'system' || kind === 'commandLine' ? t(`audit.parties.${kind}`) : entityName(t, objectKindOf(kind));
}

/** Enough to tell two deleted objects from each other. */
const shortId = (id: string) => id.slice(0, 8);

/** The name, or the kind with the start of the id. */
export function partyName(t: TFunction, { kind, id, name }: Party): string {
  return name ?? (id === null ? kindName(t, kind) : `${kindName(t, kind)} ${shortId(id)}`);
}

export function pageOf({ kind, id, exists }: Party) {
  const page = exists ? (settings[kind] ?? (id === null ? undefined : pages[objectKindOf(kind)])) : undefined;
  return page && { page, params: { id: id ?? '' } };
}

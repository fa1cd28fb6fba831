import type { PreviewedScope, TokenPreview } from '@postern/contracts/access/token-preview';
import { organizationAudience } from '@postern/contracts/wire';
import type { Client } from 'oidc-provider';
import type { App } from '#platform/app';
import { AppError, invalidField } from '#platform/http/errors';
import { findPersonState, listRoleNames, type RoleName } from '../clients/access.store.ts';
import {
  AccessRefused,
  type Asker,
  defaultResourceOf,
  defaultTtl,
  explainAccess,
  type JudgedScope,
} from '../clients/access.ts';
import { clientLookup, settingsKey, settingsOf } from '../clients/clients.ts';

export type Question = { applicationId: string; userId?: string; resource?: string; organizationId?: string };

const maxSuggestions = 5;

const missing = (name: string, id: string) => new AppError('entity.not_exists_with_id', { values: { name, id } });

async function askerOf(app: App, tenantId: string, question: Question): Promise<Asker> {
  const { applicationId, userId, organizationId } = question;
  const client = await clientLookup(app, tenantId)(applicationId);
  if (!client) {
    throw missing('Application', applicationId);
  }
  const settings = settingsOf({ [settingsKey]: client[settingsKey] } as unknown as Client);
  const isMachine = settings.type === 'MachineToMachine';
  if (isMachine && userId) {
    throw new AppError('application.invalid_type');
  }
  if (!isMachine && !userId) {
    throw invalidField(['userId'], 'Set userId to the user of the token.');
  }
  return { clientId: applicationId, settings, isMachine, userId, organizationId };
}

function explain({ name, description, ...scope }: JudgedScope, names: Map<string, RoleName>): PreviewedScope {
  const named = (kind: RoleName['kind'], ids: string[]) =>
    ids.map((id) => names.get(`${kind} ${id}`)).filter((role) => role !== undefined);
  const grantedBy = [...named('role', scope.heldRoleIds), ...named('organizationRole', scope.heldOrganizationRoleIds)];
  const isHeld = scope.heldRoleIds.length + scope.heldOrganizationRoleIds.length > 0;
  const others = isHeld
    ? []
    : [...named('role', scope.roleIds), ...named('organizationRole', scope.organizationRoleIds)];
  const why = isHeld ? 'notConsentable' : 'noRole';
  return {
    name,
    description,
    isGranted: scope.isGranted,
    grantedBy,
    wouldBeGrantedBy: others.slice(0, maxSuggestions),
    missing: scope.isGranted ? null : why,
  };
}

async function explainAll(app: App, tenantId: string, asker: Asker, scopes: JudgedScope[]): Promise<PreviewedScope[]> {
  const ids = (of: (scope: JudgedScope) => string[]) => [...new Set(scopes.flatMap(of))];
  const roles = await app.tenancy.read(tenantId, (db) =>
    listRoleNames(
      db,
      asker.isMachine ? 'MachineToMachine' : 'User',
      ids(({ roleIds }) => roleIds),
      ids(({ organizationRoleIds }) => organizationRoleIds),
    ),
  );
  const names = new Map(roles.map((role) => [`${role.kind} ${role.id}`, role]));
  return scopes.map((scope) => explain(scope, names));
}

/** Which scopes a token would have, and why: explains the rule that the engine applies. */
export async function previewToken(app: App, tenantId: string, question: Question): Promise<TokenPreview> {
  const asker = await askerOf(app, tenantId, question);
  const { userId, organizationId } = asker;
  const person = userId ? await app.tenancy.read(tenantId, (db) => findPersonState(db, userId)) : undefined;
  if (userId && !person) {
    throw missing('User', userId);
  }
  const audience =
    question.resource ??
    (organizationId
      ? organizationAudience(organizationId)
      : asker.isMachine
        ? undefined
        : await defaultResourceOf(app, tenantId));
  if (!audience) {
    if (asker.isMachine) {
      throw invalidField(['resource'], 'A machine needs a resource or an organization.');
    }
    const refusal = person?.isSuspended ? 'userSuspended' : null;
    return { audience: null, format: 'opaque', expiresIn: defaultTtl, refusal, scopes: [] };
  }
  const answer = { audience, format: 'jwt', expiresIn: defaultTtl, scopes: [] } as const;
  if (person?.isSuspended) {
    return { ...answer, refusal: 'userSuspended', scopes: [] };
  }
  try {
    const access = await explainAccess(app, tenantId, asker, audience);
    if (!access) {
      throw missing('Resource', audience);
    }
    return {
      ...answer,
      expiresIn: access.ttl,
      refusal: null,
      scopes: await explainAll(app, tenantId, asker, access.scopes),
    };
  } catch (error) {
    if (error instanceof AccessRefused) {
      return { ...answer, refusal: error.reason, scopes: [] };
    }
    throw error;
  }
}

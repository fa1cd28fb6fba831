import type { CreateApplication } from '@postern/contracts/access/applications';
import type { CreateOrganizationRole } from '@postern/contracts/access/organization-roles';
import type { CreateOrganizationScope } from '@postern/contracts/access/organization-scopes';
import type { CreateResource, CreateScope } from '@postern/contracts/access/resources';
import type { CreateRole } from '@postern/contracts/access/roles';
import type { CreateSamlApplication } from '@postern/contracts/access/saml-applications';
import type { CreateOrganization } from '@postern/contracts/people/organizations';
import type { z } from 'zod';
import type { PreparedConnector } from '#features/messages/connectors';
import { isStorable } from '#features/people/user-jobs';
import { type Misfits, sentenceOf } from './misfits.ts';
import type { Model, SourceApplication, SourceScope } from './model.ts';
import type { SettingsChange } from './plan-experience.ts';
import type { Target } from './read-target.ts';

type Count = { created: number; existing: number };
export const kinds = [
  'applications',
  'resources',
  'permissions',
  'roles',
  'organization permissions',
  'organization roles',
  'organizations',
  'connectors',
  'sign-in settings',
  'users',
] as const;
type Kind = (typeof kinds)[number];

type PlannedApplication = {
  id: string;
  body: CreateApplication;
  secrets: SourceApplication['secrets'];
  roles: string[];
};

export type Plan = {
  counts: Record<Kind, Count>;
  misfits: Misfits;
  applications: PlannedApplication[];
  samlApplications: { id: string; body: CreateSamlApplication }[];
  /** Without an ID, the resource is new. */
  resources: { id?: string; body: CreateResource; scopes: CreateScope[] }[];
  roles: { body: CreateRole; scopes: SourceScope[] }[];
  organizationScopes: CreateOrganizationScope[];
  organizationRoles: {
    body: CreateOrganizationRole;
    scopes: SourceScope[];
    organizationScopes: string[];
  }[];
  organizations: { id: string; body: CreateOrganization }[];
  /** Organizations that exist after the import, by their ID in the source. */
  organizationIds: Map<string, string>;
  connectors: PreparedConnector[];
  experience: SettingsChange;
};

export const keyOf = ({ indicator, name }: SourceScope) => `${indicator}\n${name}`;

export type Context = { model: Model; target: Target; tenantId: string; plan: Plan };

/** The value if the API would accept it; otherwise the plan says why not. */
export function check<S extends z.ZodType>(plan: Plan, kind: string, name: string, schema: S, value: unknown) {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success && isStorable(parsed.data)) {
    return parsed.data;
  }
  plan.misfits.add(
    kind,
    name,
    parsed.success ? 'It contains characters that cannot be stored.' : sentenceOf(parsed.error),
  );
  return undefined;
}

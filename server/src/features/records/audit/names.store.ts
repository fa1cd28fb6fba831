import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';

type Source = { table: string; name: RawBuilder<string | null> };

const called = (table: string): Source => ({ table, name: sql`name` });
const person: Source = { table: 'users', name: sql`coalesce(name, username, primary_email, primary_phone)` };
const ssoConnector: Source = { table: 'sso_connectors', name: sql`connector_name` };

/** Where the name of an object is, by its kind. Other kinds have no name, or one that the entry itself has. */
const sources: Record<string, Source> = {
  User: person,
  SubjectToken: person,
  Application: called('applications'),
  Role: called('roles'),
  Scope: called('scopes'),
  Resource: called('resources'),
  Organization: called('organizations'),
  OrganizationRole: called('organization_roles'),
  OrganizationScope: called('organization_scopes'),
  OrganizationInvitation: { table: 'organization_invitations', name: sql`invitee` },
  Connector: { table: 'connectors', name: sql`coalesce(metadata -> 'name' ->> 'en', connector_id)` },
  SsoConnector: ssoConnector,
  DirectorySync: ssoConnector,
  EmailTemplate: { table: 'email_templates', name: sql`template_type || ' (' || language_tag || ')'` },
  Webhook: called('hooks'),
  LogStream: called('log_streams'),
  CustomProfileField: called('custom_profile_fields'),
};

export const hasSource = (kind: string): boolean => Object.hasOwn(sources, kind);

/** The names of existing objects of one kind. People without any name have an empty one. */
export async function listNames(db: Db, kind: string, ids: readonly string[]): Promise<Map<string, string>> {
  const source = sources[kind];
  if (!source || ids.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, ${source.name} as name from ${sql.table(source.table)} where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name ?? '']));
}

/** The names of deleted objects, as the entries of their deletion recorded them. */
export async function listLastNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select given.id, last.name from unnest(${ids}::varchar[]) given (id) cross join lateral (
      select l.payload ->> 'name' as name from logs l
      where l.object_id = given.id and l.key like '%.Deleted' and l.payload ->> 'name' is not null
      order by l.created_at desc, l.id limit 1) last`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

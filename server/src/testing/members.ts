import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { insertMember } from '#features/people/organizations';
import type { TestApp } from './test-app.ts';
import { consoleTokens } from './tokens.ts';

export type ConsolePerson = Awaited<ReturnType<typeof consoleTokens>> & { id: string; email: string };

/** A new user of the console, with a verified email address by default. */
export async function consolePerson(app: TestApp, username: string, isVerified = true): Promise<ConsolePerson> {
  const tokens = await consoleTokens(app, username);
  const id = decodeJwt(tokens.idToken).sub ?? '';
  const email = `${username}@example.com`;
  await app.write(adminTenantId, (db) =>
    db
      .updateTable('users')
      .set({ primary_email: email, email_verified_at: isVerified ? new Date() : null })
      .where('id', '=', id)
      .execute(),
  );
  return { ...tokens, id, email };
}

/** A new member of a tenant, with one of the roles of the template. */
export async function consoleMember(app: TestApp, tenantId: string, username: string, roleId: string) {
  const person = await consolePerson(app, username);
  await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, person.id, roleId));
  return { ...person, token: await person.organization(tenantId) };
}

/** A template role with the given permissions, as an operator may add. */
export async function consoleRole(app: TestApp, id: string, scopes: string[]): Promise<void> {
  await app.write(adminTenantId, async (db) => {
    await db.insertInto('organization_roles').values({ id, name: id }).execute();
    const rows = scopes.map((scope) => ({
      organization_role_id: id,
      organization_scope_id: scope.replaceAll(':', '-'),
    }));
    await db.insertInto('organization_roles_scopes').values(rows).execute();
  });
}

/** Drains the worker and returns the entries about a subject in the audit log of the admin tenant. */
export async function trailOf(app: TestApp, key: string, subjectId: string) {
  await app.worker.drain();
  const rows = await app.read(adminTenantId, (db) =>
    db.selectFrom('logs').select(['key', 'payload']).where('key', '=', key).orderBy('created_at').execute(),
  );
  return rows
    .map(({ payload }) => payload as Record<string, unknown>)
    .filter((payload) => JSON.stringify(payload).includes(subjectId));
}

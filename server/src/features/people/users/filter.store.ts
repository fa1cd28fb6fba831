import { timeOf, type UserFilter } from '@postern/contracts/people/user-filter';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

export type FilterParts = Omit<UserFilter, 'search'>;

/** The condition of one part of a filter on a row of `users`. */
export type Part = {
  condition: Expression<SqlBool>;
  /** The same users from another table, one row each: faster to count if it is the only condition. */
  rows?: RawBuilder<unknown>;
};

const listOf = (value: string | string[]) => [value].flat();
const at = (moment: string) => sql`to_timestamp(${timeOf(moment)}::float8 / 1000)`;
const on = (condition: Expression<SqlBool>): Part => ({ condition });

/** A condition on another table with one row per person. */
function beside(table: string, condition: Expression<SqlBool>): Part {
  const rows = sql`select user_id from ${sql.table(table)} where ${condition}`;
  return { condition: sql<SqlBool>`users.id in (${rows})`, rows };
}

function roleParts(roleIds: string[]): Part {
  const part = beside('users_roles', sql<SqlBool>`role_id = any(${roleIds})`);
  // With several roles a person may have several rows.
  return roleIds.length === 1 ? part : { condition: part.condition };
}

function identityPart(has: boolean): Part {
  return has
    ? { ...beside('user_identities', sql<SqlBool>`true`), rows: sql`select distinct user_id from user_identities` }
    : on(sql<SqlBool>`users.identities = '{}'`);
}

function signInPart({ lastSignInFrom, lastSignInTo, neverSignedIn }: FilterParts): Part | undefined {
  const range = [
    ...(lastSignInFrom ? [sql<SqlBool>`last_sign_in_at >= ${at(lastSignInFrom)}`] : []),
    ...(lastSignInTo ? [sql<SqlBool>`last_sign_in_at < ${at(lastSignInTo)}`] : []),
  ];
  const never = sql<SqlBool>`last_sign_in_at is null`;
  const within = sql<SqlBool>`(${sql.join(range, sql` and `)})`;
  if (range.length > 0) {
    return beside('user_traits', neverSignedIn === 'true' ? sql<SqlBool>`(${within} or ${never})` : within);
  }
  return (
    neverSignedIn && beside('user_traits', neverSignedIn === 'true' ? never : sql<SqlBool>`last_sign_in_at is not null`)
  );
}

const nullable = { hasPassword: 'password_encrypted', hasEmail: 'primary_email', hasPhone: 'primary_phone' } as const;

/** Each part of a filter as a condition that uses an index if few rows match, and a column of the row if many do. */
export function partsOf(filter: FilterParts): Part[] {
  const { isSuspended, applicationId, roleId, createdFrom, createdTo, hasIdentity, hasMfa } = filter;
  const signIn = signInPart(filter);
  const present = Object.entries(nullable).flatMap(([name, column]) => {
    const wanted = filter[name as keyof typeof nullable];
    return wanted ? [on(sql<SqlBool>`${sql.ref(column)} is ${sql.raw(wanted === 'true' ? 'not null' : 'null')}`)] : [];
  });
  return [
    ...(isSuspended ? [on(isSuspended === 'true' ? sql<SqlBool>`is_suspended` : sql<SqlBool>`not is_suspended`)] : []),
    ...(applicationId ? [on(sql<SqlBool>`application_id = any(${listOf(applicationId)})`)] : []),
    ...(roleId ? [roleParts(listOf(roleId))] : []),
    ...(createdFrom ? [on(sql<SqlBool>`users.created_at >= ${at(createdFrom)}`)] : []),
    ...(createdTo ? [on(sql<SqlBool>`users.created_at < ${at(createdTo)}`)] : []),
    ...(signIn ? [signIn] : []),
    ...present,
    ...(hasIdentity ? [identityPart(hasIdentity === 'true')] : []),
    ...(hasMfa ? [beside('user_traits', hasMfa === 'true' ? sql<SqlBool>`has_mfa` : sql<SqlBool>`not has_mfa`)] : []),
  ];
}

import type { Db } from '#platform/db';

export type ProvenAddresses = { email?: string; phone?: string };

/** The verified addresses of a person; addresses that only a provider claims are excluded. */
export async function findProvenAddresses(db: Db, userId: string): Promise<ProvenAddresses> {
  const row = await db
    .selectFrom('users')
    .select([
      'primary_email as email',
      'primary_phone as phone',
      'email_verified_at as emailAt',
      'phone_verified_at as phoneAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  return {
    ...(row?.email && row.emailAt !== null ? { email: row.email } : {}),
    ...(row?.phone && row.phoneAt !== null ? { phone: row.phone } : {}),
  };
}

import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

/** A session at another application that is to be ended. */
export type Participant = { applicationId: string; nameId: string; sessionIndex: string };

export type Logout = {
  id: string;
  applicationId: string;
  samlRequestId: string;
  relayState: string | null;
  remaining: Participant[];
  currentApplicationId: string;
  currentRequestId: string;
  isPartial: boolean;
};

/** An application that does not answer in this time is given up. */
const minutesToLogOut = 5;

/** The sessions of other applications in these sign-in sessions, and their removal. */
export async function takeParticipants(db: Db, applicationId: string, sessionUids: string[]): Promise<Participant[]> {
  if (sessionUids.length === 0) {
    return [];
  }
  const { rows } = await sql<Participant>`
    delete from saml_application_sessions
    where session_uid = any(${sessionUids}) and application_id <> ${applicationId} and expires_at > now()
    returning application_id as "applicationId", name_id as "nameId", id as "sessionIndex"`.execute(db);
  return rows;
}

export async function insertLogout(db: Db, logout: Logout): Promise<void> {
  await db
    .insertInto('saml_application_logouts')
    .values({
      id: logout.id,
      application_id: logout.applicationId,
      saml_request_id: logout.samlRequestId,
      relay_state: logout.relayState,
      remaining: JSON.stringify(logout.remaining),
      current_application_id: logout.currentApplicationId,
      current_request_id: logout.currentRequestId,
      is_partial: logout.isPartial,
      expires_at: sql`now() + ${minutesToLogOut} * interval '1 minute'`,
    })
    .execute();
}

/** The logout that waits for an answer of this application. It is removed, so that each answer counts once. */
export async function takeLogout(db: Db, id: string, currentApplicationId: string): Promise<Logout | undefined> {
  const { rows } = await sql<Logout>`
    delete from saml_application_logouts
    where id = ${id} and current_application_id = ${currentApplicationId} and expires_at > now()
    returning id, application_id as "applicationId", saml_request_id as "samlRequestId", relay_state as "relayState",
      remaining, current_application_id as "currentApplicationId", current_request_id as "currentRequestId",
      is_partial as "isPartial"`.execute(db);
  return rows[0];
}

export const purgeSamlLogouts = (db: Db) => deleteSome(db, 'saml_application_logouts', sql`expires_at < now()`);

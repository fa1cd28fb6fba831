import type { TimelineKind } from '@postern/contracts/people/user-sessions';
import type { LogPayload } from '@postern/contracts/records/audit';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** An empty list means all kinds. */
type TimelineFilter = { userId: string; kinds: TimelineKind[] };

const entriesOf = (db: Db, { userId, kinds }: TimelineFilter) => {
  const all = db.selectFrom('logs as l').where('l.user_id', '=', userId).where('l.timeline', 'is not', null);
  return kinds.length === 0 ? all : all.where('l.timeline', 'in', kinds);
};

export type TimelineRow = {
  id: string;
  kind: TimelineKind;
  key: string;
  payload: LogPayload;
  createdAt: number;
  applicationId: string | null;
};

/** Uses the index logs__timeline, which contains only these entries. */
export async function listTimeline(db: Db, filter: TimelineFilter, { limit, offset }: Page): Promise<TimelineRow[]> {
  const rows = await entriesOf(db, filter)
    .select([
      'l.id',
      'l.timeline as kind',
      'l.key',
      'l.payload',
      'l.created_at as createdAt',
      'l.application_id as applicationId',
    ])
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id')
    .limit(limit)
    .offset(offset)
    .execute();
  // Both writers of the log write only these kinds, and include key and result in every payload.
  return rows as TimelineRow[];
}

const countStep = 1000;

/** Exact up to the next thousand after the page. */
export async function countTimeline(db: Db, filter: TimelineFilter, { limit, offset }: Page): Promise<number> {
  const most = Math.ceil((offset + limit + 1) / countStep) * countStep;
  const { n } = await db
    .selectFrom(entriesOf(db, filter).select('l.id').limit(most).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

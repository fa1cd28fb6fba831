import type { LogPayload } from '@postern/contracts/audit';
import type { Db } from '#platform/db';
import type { Page } from '#platform/paging';
import type { TimelineKind } from './place-on-timeline.ts';

type TimelineFilter = { userId: string; kind: TimelineKind | undefined };

const entriesOf = (db: Db, { userId, kind }: TimelineFilter) => {
  const all = db.selectFrom('logs as l').where('l.user_id', '=', userId).where('l.timeline', 'is not', null);
  return kind === undefined ? all : all.where('l.timeline', '=', kind);
};

export type TimelineRow = {
  id: string;
  kind: TimelineKind;
  key: string;
  payload: LogPayload;
  createdAt: number;
  applicationId: string | null;
};

/** By the index logs__timeline, which holds nothing else. */
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
  // Both writers of the log write only these kinds, and put key and result into every payload.
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

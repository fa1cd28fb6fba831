import type { Log } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column, Lead } from '#platform/list/column.ts';
import { outcomeOf } from './outcome.ts';
import { PartyCell, usePartiesText } from './party-cell.tsx';
import { ResultTag } from './result-tag.tsx';
import { eventTitle } from './shared/event-title.ts';

/** Who did it, before the event. */
export function useActorColumn(): Column<Log> {
  const { t } = useTranslation();
  return { id: 'actor', title: t('audit.actor'), width: '18%', cell: ({ actor }) => <PartyCell party={actor} /> };
}

/** The event. A phone shows the rest below it. */
export function useLogLead(to: NonNullable<Lead<Log>['to']>): Lead<Log> {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const partiesText = usePartiesText();
  const resultText = ({ payload }: Log) =>
    payload.result === 'Success' ? '' : t(`audit.results.${outcomeOf(payload)}`);
  return {
    title: t('audit.columns.event'),
    name: ({ key }) => eventTitle(t, key),
    second: (log) => [resultText(log), partiesText(log), moment(log.createdAt)].filter(Boolean).join(' · '),
    to,
  };
}

/** What it was done to, how it ended, and when. */
export function useLogColumns(): Column<Log>[] {
  const { t } = useTranslation();
  const { moment } = useFormat();
  return [
    {
      id: 'object',
      title: t('audit.columns.object'),
      width: '18%',
      hideUnder: 900,
      cell: ({ object }) => <PartyCell party={object} />,
    },
    {
      id: 'result',
      title: t('audit.columns.result'),
      width: '130px',
      cell: ({ payload }) => <ResultTag payload={payload} />,
    },
    {
      id: 'time',
      title: t('audit.columns.time'),
      width: '216px',
      cell: ({ createdAt }) => <span className="tabular">{moment(createdAt)}</span>,
    },
  ];
}

import { RiskReport } from '@postern/contracts/experience/sign-in-protection';
import { auditApi, type Log } from '@postern/contracts/records/audit';
import { IconListDetails } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { applicationSettingsPath } from '#paths/applications.ts';
import { organizationSettingsPath } from '#paths/organizations.ts';
import { userSettingsPath } from '#paths/users.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb, type Crumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { FormCard, FormCardSkeleton, ListCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import type { PagePath } from '#platform/router/page-path.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { outcomeOf } from '../outcome.ts';
import { ResultTag } from '../result-tag.tsx';
import { eventTitle } from './event-title.ts';
import { kindName, type Party, pageOf, partyName } from './parties.ts';
import { WhatChanged } from './what-changed.tsx';

/** One log entry: its main values and the raw content. */
export function LogDetails({ logId, parents }: { logId: string; parents: readonly Crumb[] }) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const read = useRead(auditApi.get, { params: { id: logId }, query: { withNames: 'true' } }, { quiet: true });
  const log = read.data;
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound />;
  }
  const title = log ? eventTitle(t, log.key) : '…';
  return (
    <PageBody busy={!log}>
      <Breadcrumb parents={parents} current={title} />
      {read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          {log ? (
            <DetailHeader
              image={<Tile icon={IconListDetails} large tint />}
              name={title}
              tags={
                <>
                  <ResultTag payload={log.payload} />
                  <span className="tabular">{moment(log.createdAt)}</span>
                </>
              }
              id={log.id}
              copyLabel={t('actions.copyWhat', { what: t('audit.id') })}
            />
          ) : (
            <DetailHeaderSkeleton />
          )}
          <Cards>{log ? <Entry log={log} /> : <FormCardSkeleton fields={5} />}</Cards>
        </>
      )}
    </PageBody>
  );
}

function Entry({ log }: { log: Log }) {
  const { t } = useTranslation();
  const { error, applicationId, userId, organizationId, ip, userAgent } = log.payload;
  const facts = [
    { label: t('audit.key'), value: log.key },
    {
      label: outcomeOf(log.payload) === 'Continues' ? t('audit.nextStep') : t('audit.error'),
      value: typeof error === 'object' ? textOf(error) : error,
    },
    ...[
      { label: t('audit.actor'), party: log.actor },
      { label: t('audit.columns.object'), party: log.object },
    ].flatMap(({ label, party }) => partyFacts(t, label, party)),
    ...otherFact(log, t('audit.application'), applicationId, applicationSettingsPath),
    ...otherFact(log, t('audit.user'), userId, userSettingsPath),
    ...otherFact(log, t('audit.organization'), organizationId, organizationSettingsPath),
    { label: t('audit.ip'), value: ip },
    { label: t('audit.userAgent'), value: userAgent },
    ...riskFacts(t, log.payload.risk),
  ];
  return (
    <>
      <WhatChanged log={log} />
      <FormCard title={t('audit.facts')} help={t('audit.factsHelp')}>
        <KeyValues rows={facts.filter(({ value }) => value !== undefined)} />
      </FormCard>
      <ListCard title={t('audit.raw')} help={t('audit.rawHelp')}>
        <CodeBlock label={t('audit.raw')} text={JSON.stringify(log, null, 2)} />
      </ListCard>
    </>
  );
}

/** The kind, the name, and the id: with it, two objects of the same name are told apart. */
function partyFacts(t: TFunction, label: string, party: Party | null | undefined) {
  if (!party) {
    return [];
  }
  const kind = kindName(t, party.kind);
  const name = party.name === null ? '' : ` ${partyName(t, party)}`;
  const id = party.id === null ? '' : ` (${party.id})`;
  return [{ label, value: `${kind}${name}${id}`, to: pageOf(party) }];
}

/** An object that the entry names besides its actor and its object, with its name. */
function otherFact(log: Log, label: string, id: unknown, page: PagePath<string>) {
  if (typeof id !== 'string' || id === log.actor?.id || id === log.object?.id) {
    return [];
  }
  const name = log.names?.[id];
  // Without a name it was deleted.
  return [{ label, value: name ? `${name} (${id})` : id, to: name ? { page, params: { id } } : undefined }];
}

/** The risk of a sign-in and its reasons. Other entries have none. */
function riskFacts(t: TFunction, risk: unknown) {
  const { data } = RiskReport.safeParse(risk);
  if (!data) {
    return [];
  }
  const { score, level, action, reasons } = data;
  return [
    {
      label: t('audit.risk'),
      value: t('audit.riskValue', {
        score,
        level: t(`audit.riskLevels.${level}`),
        action: t(`audit.riskActions.${action}`),
      }),
    },
    {
      label: t('audit.riskReasons'),
      value: reasons.map((reason) => t(`audit.riskReason.${reason}`)).join(', ') || undefined,
    },
  ];
}

/** The message of an API error, otherwise the whole object. */
const textOf = (error: Record<string, unknown>) =>
  typeof error.message === 'string' ? error.message : JSON.stringify(error);

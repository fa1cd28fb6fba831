import type { ChainFinding, ChainVerification, LogChain } from '@postern/contracts/records/audit';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { auditLogPath } from '#paths/audit.ts';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './audit.module.css';

type Result = NonNullable<ChainVerification['result']>;

function StateTag({ verification }: { verification: LogChain['verification'] }) {
  const { t } = useTranslation();
  if (!verification) {
    return <Tag icon={IconClock}>{t('audit.chain.never')}</Tag>;
  }
  const { finishedAt, result } = verification;
  if (finishedAt === null) {
    return (
      <Tag tone="info" icon={IconLoader2}>
        {t('audit.chain.running')}
      </Tag>
    );
  }
  if (!result) {
    return (
      <Tag tone="warning" icon={IconAlertTriangle}>
        {t('audit.chain.failed')}
      </Tag>
    );
  }
  return result.problems === 0 ? (
    <Tag tone="success" icon={IconCircleCheck}>
      {t('audit.chain.intact')}
    </Tag>
  ) : (
    <Tag tone="danger" icon={IconAlertTriangle}>
      {t('audit.chain.broken', { count: result.problems })}
    </Tag>
  );
}

export function ChainState({ chain }: { chain: LogChain }) {
  const { t } = useTranslation();
  const { moment, number } = useFormat();
  const { seq, verification } = chain;
  const result = verification?.result;
  const facts = [
    { label: t('audit.chain.newest'), value: number(seq), plain: true },
    ...(result && verification?.finishedAt
      ? [
          { label: t('audit.chain.time'), value: moment(verification.finishedAt), plain: true },
          { label: t('audit.chain.entries'), value: number(result.entries), plain: true },
          {
            label: t('audit.chain.seal'),
            value: t(result.isSealChecked ? 'audit.chain.sealChecked' : 'audit.chain.sealUnchecked'),
            plain: true,
          },
          ...(result.head.seq > 0
            ? [{ label: t('audit.chain.head'), value: `${result.head.seq}:${result.head.hash}` }]
            : []),
        ]
      : []),
  ];
  return (
    <>
      <div className={classes.state} role="status">
        <StateTag verification={verification} />
      </div>
      {result && result.problems > 0 && <Findings result={result} />}
      {result?.unsealed && (
        <Notice tone="info" icon={IconAlertTriangle} title={t('audit.chain.unsealedTitle')}>
          {t('audit.chain.unsealed', { from: number(result.unsealed.from), to: number(result.unsealed.to) })}
        </Notice>
      )}
      <KeyValues rows={facts} />
    </>
  );
}

function findingText(t: TFunction, finding: ChainFinding): string {
  switch (finding.kind) {
    case 'changed':
      return t('audit.chain.findings.changed', { seq: finding.seq });
    case 'removed':
      return finding.from === finding.to
        ? t('audit.chain.findings.removedOne', { seq: finding.from })
        : t('audit.chain.findings.removed', { from: finding.from, to: finding.to });
    case 'inserted':
      return t('audit.chain.findings.inserted', { id: finding.id });
    case 'rewritten':
      return t(`audit.chain.findings.${finding.part}`);
    case 'headRemoved':
      return t('audit.chain.findings.headRemoved');
  }
}

/** The first wrong entries, in the order of the chain. */
function Findings({ result }: { result: Result }) {
  const { t } = useTranslation();
  return (
    <Notice tone="danger" icon={IconAlertTriangle} title={t('audit.chain.findingsTitle')}>
      <ul className={classes.findings}>
        {result.findings.map((finding) => (
          <li key={JSON.stringify(finding)}>
            {findingText(t, finding)}{' '}
            {'id' in finding && (
              <PageLink className="link" to={auditLogPath} params={{ logId: finding.id }}>
                {t('audit.chain.open')}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
      {result.problems > result.findings.length && <p>{t('audit.chain.more', { shown: result.findings.length })}</p>}
    </Notice>
  );
}

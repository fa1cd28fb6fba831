import { Button } from '@mantine/core';
import type { SsoConnectionTest, SsoProblem } from '@postern/contracts/people/sso-connection-tests';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconPlugOff, IconTestPipe } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './sso-connectors.module.css';
import { useStartTest } from './use-connection-test.ts';

type TestCardProps = { id: string; last: SsoConnectionTest | undefined };

/** Signs in at the provider in a window, and shows what came back. */
export function TestCard({ id, last }: TestCardProps) {
  const { t } = useTranslation();
  const { start, isStarting, blocked } = useStartTest(id);
  return (
    <FormCard title={t('ssoConnectors.test.title')} help={t('ssoConnectors.test.help')}>
      <div>
        <Button
          variant="default"
          leftSection={<IconTestPipe size={16} stroke={1.5} aria-hidden />}
          loading={isStarting}
          onClick={() => void start()}
        >
          {t(last ? 'ssoConnectors.test.again' : 'ssoConnectors.test.start')}
        </Button>
      </div>
      {blocked && (
        <Notice tone="info" icon={IconInfoCircle} title={t('ssoConnectors.test.blocked')}>
          <a className="link" href={blocked} target="_blank" rel="noreferrer">
            {t('ssoConnectors.test.openHere')}
          </a>
        </Notice>
      )}
      <div role="status">{last && <Result test={last} />}</div>
    </FormCard>
  );
}

const looks = {
  waiting: { tone: 'neutral', icon: IconInfoCircle },
  opened: { tone: 'neutral', icon: IconInfoCircle },
  passed: { tone: 'success', icon: IconCircleCheck },
  failed: { tone: 'danger', icon: IconPlugOff },
  expired: { tone: 'danger', icon: IconPlugOff },
} as const;

function Result({ test }: { test: SsoConnectionTest }) {
  const { t } = useTranslation();
  const { relative } = useFormat();
  const { status, problems, received } = test;
  const isRunning = status === 'waiting' || status === 'opened';
  return (
    <div className={classes.result}>
      <div className={classes.resultHead}>
        <Tag {...looks[status]}>{t(`ssoConnectors.test.status.${status}`)}</Tag>
        <span className={classes.faint}>{relative(test.finishedAt ?? test.createdAt)}</span>
      </div>
      {isRunning && (
        <Notice tone="info" icon={IconInfoCircle} title={t('ssoConnectors.test.running')}>
          {t('ssoConnectors.test.runningHelp')}
        </Notice>
      )}
      {problems.map((problem) => (
        <Problem key={problem.code} problem={problem} />
      ))}
      <MappedUser test={test} />
      {received && (
        <>
          <div>
            <div className={classes.label}>
              {t(received.isVerified ? 'ssoConnectors.test.claims' : 'ssoConnectors.test.unverified')}
            </div>
            <CodeBlock label={t('ssoConnectors.test.claims')} text={JSON.stringify(received.claims, null, 2)} />
          </div>
          <details>
            <summary>{t('ssoConnectors.test.raw')}</summary>
            <CodeBlock label={t('ssoConnectors.test.raw')} text={received.raw} />
          </details>
        </>
      )}
    </div>
  );
}

function Problem({ problem: { severity, title, advice, details } }: { problem: SsoProblem }) {
  return (
    <Notice tone={severity === 'error' ? 'danger' : 'warning'} icon={IconAlertTriangle} title={title}>
      {advice}
      {details && <pre className={classes.details}>{details}</pre>}
    </Notice>
  );
}

function MappedUser({ test: { mapped, emailDomain, organizations } }: { test: SsoConnectionTest }) {
  const { t } = useTranslation();
  if (!mapped) {
    return null;
  }
  const missing = t('ssoConnectors.test.missing');
  const yesOrNo = (value: boolean) => t(value ? 'ssoConnectors.test.yes' : 'ssoConnectors.test.no');
  return (
    <div>
      <div className={classes.label}>{t('ssoConnectors.test.mapped')}</div>
      <KeyValues
        rows={[
          { label: t('ssoConnectors.mapping.fields.id'), value: mapped.id ?? missing, plain: true },
          { label: t('ssoConnectors.mapping.fields.email'), value: mapped.email ?? missing, plain: true },
          { label: t('ssoConnectors.test.verified'), value: yesOrNo(mapped.isEmailVerified), plain: true },
          { label: t('ssoConnectors.mapping.fields.name'), value: mapped.name ?? missing, plain: true },
          { label: t('ssoConnectors.test.avatar'), value: mapped.avatar ?? missing, plain: true },
          {
            label: t('ssoConnectors.test.domain'),
            value: emailDomain
              ? t(emailDomain.isOwn ? 'ssoConnectors.test.ownDomain' : 'ssoConnectors.test.otherDomain', emailDomain)
              : missing,
            plain: true,
          },
          {
            label: t('ssoConnectors.test.organizations'),
            value: organizations.map(({ name }) => name).join(', ') || t('ssoConnectors.test.none'),
            plain: true,
          },
        ]}
      />
    </div>
  );
}

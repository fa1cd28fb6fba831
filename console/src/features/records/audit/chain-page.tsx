import { auditApi } from '@postern/contracts/records/audit';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { auditChainPath } from '#paths/audit.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { ChainState } from './chain-state.tsx';
import { AuditTabs } from './shared/audit-tabs.tsx';

/** A verification runs in the background. */
const refreshEvery = 2000;

/** Whether the log is complete and unchanged, and a button that verifies it. */
export function ChainPage() {
  const { t } = useTranslation();
  const read = useRead(auditApi.chain, {}, { quiet: true, every: refreshEvery });
  const verify = useWrite(auditApi.verifyChain);
  const isRunning = read.data?.verification?.finishedAt === null;
  return (
    <PageBody>
      <PageHeader
        title={t('nav.auditLogs')}
        purpose={t('audit.chain.purpose')}
        actions={
          <BusyButton
            leftSection={<IconShieldCheck size={18} stroke={1.5} aria-hidden />}
            busy={verify.isPending || isRunning}
            onClick={() => verify.mutate({})}
          >
            {t('audit.chain.verify')}
          </BusyButton>
        }
        isForReaders
      />
      <AuditTabs current={auditChainPath} />
      {read.error && !read.data ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <Cards>
          {read.data ? (
            <FormCard title={t('audit.chain.title')} help={t('audit.chain.help')}>
              <ChainState chain={read.data} />
            </FormCard>
          ) : (
            <FormCardSkeleton fields={4} />
          )}
        </Cards>
      )}
    </PageBody>
  );
}

import type { Tenant } from '@postern/contracts/cloud/tenants';
import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { lazy, Suspense, useEffect } from 'react';
import { explainFailures } from '#platform/client/explain-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { chooseNotice } from './choose-notice.ts';
import { useClosedNotices } from './closed-notices.ts';
import { useExplainLimit } from './explain-limit.ts';
import { useReadAhead } from './use-of-plan.ts';

const dialogs = {
  migration: lazy(async () => ({ default: (await import('./migration-dialog.tsx')).MigrationDialog })),
  overdue: lazy(async () => ({ default: (await import('./overdue-dialog.tsx')).OverdueDialog })),
  usage: lazy(async () => ({ default: (await import('./usage-dialog.tsx')).UsageDialog })),
};

/** Notices of a tenant, and explanations of plan limit errors. */
export function Notices({ tenant }: { tenant: Tenant }) {
  const explain = useExplainLimit();
  const { closed, close } = useClosedNotices(tenant.id);
  const { data: settings, isPending } = useRead(consoleSettingsApi.get, {}, { quiet: true, staleTime: 300_000 });
  useReadAhead();
  useEffect(() => explainFailures(explain), [explain]);
  const notice = isPending ? undefined : chooseNotice(tenant, settings, closed);
  const Dialog = notice && dialogs[notice];
  return (
    Dialog && (
      <Suspense fallback={null}>
        <Dialog tenant={tenant} settings={settings} onClose={() => close(notice)} />
      </Suspense>
    )
  );
}

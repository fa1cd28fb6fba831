import type { Tenant } from '@postern/contracts/cloud/tenants';
import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { lazy, Suspense, useEffect, useState } from 'react';
import { askForCosts } from '#platform/client/agree-to-costs.ts';
import { explainFailures } from '#platform/client/explain-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';
import { askCosts } from './ask-costs.ts';
import { useExplainLimit } from './explain-limit.ts';
import { chooseNotice } from './limits.ts';
import { usePrefetchPlanUsage } from './plan-usage.ts';

const dialogs = {
  migration: lazy(async () => ({ default: (await import('./notice-dialog.tsx')).MigrationDialog })),
  overdue: lazy(async () => ({ default: (await import('./overdue-dialog.tsx')).OverdueDialog })),
  usage: lazy(async () => ({ default: (await import('./usage-dialog.tsx')).UsageDialog })),
};

/** Notices of a tenant, explanations of plan limit errors, and questions before something costs more. */
export function Notices({ tenant }: { tenant: Tenant }) {
  const explain = useExplainLimit();
  const { closed, close } = useClosedNotices(tenant.id);
  const { data: settings, isPending } = useRead(consoleSettingsApi.get, {}, { quiet: true, staleTime: 300_000 });
  usePrefetchPlanUsage();
  useEffect(() => explainFailures(explain), [explain]);
  useEffect(() => askForCosts(askCosts), []);
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

type Closed = Record<string, string[]>;

const readClosed = (): Closed => {
  const kept = readJson<Closed>(sessionStorage, storageKeys.closedNotices);
  return typeof kept === 'object' && kept !== null ? kept : {};
};

/** Closed notices of this tenant; they stay closed for the lifetime of the window. */
function useClosedNotices(tenantId: string) {
  const [closed, setClosed] = useState(readClosed);
  const ofTenant = closed[tenantId];
  const list = Array.isArray(ofTenant) ? ofTenant : [];
  return {
    closed: list,
    close: (notice: string) => {
      const next = { ...readClosed(), [tenantId]: [...list, notice] };
      writeJson(sessionStorage, storageKeys.closedNotices, next);
      setClosed(next);
    },
  };
}

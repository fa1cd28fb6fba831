import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import type { Feature } from '#platform/app';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { findConsoleSettings, saveConsoleSettings } from './console-settings.store.ts';

function consoleSettingsRoutes(scope: Scope): void {
  route(scope, consoleSettingsApi.get, ({ db }) => findConsoleSettings(db));

  route(scope, consoleSettingsApi.update, async ({ db, tenantId, body }) => {
    const saved = await saveConsoleSettings(db, body);
    await emit(db, { name: 'ConsoleSettings.Data.Updated', subjectId: tenantId, data: { keys: Object.keys(body) } });
    return saved;
  });
}

export const consoleSettings: Feature = { name: 'console-settings', tenantRoutes: consoleSettingsRoutes };

import { emailBlocklistApi } from '@postern/contracts/experience/email-blocklist';
import type { Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { disposableList } from './disposable-domains.ts';

export { refuseEmail } from './refuse-email.ts';

export const emailBlocklist: Feature = {
  name: 'email-blocklist',
  tenantRoutes: (scope) => {
    route(scope, emailBlocklistApi.disposableDomains, async () => ({
      date: disposableList.date,
      count: disposableList.count(),
    }));
  },
};

import { meApi } from '@postern/contracts/account/me';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { User } from '@postern/contracts/people/users';
import { changesApi } from '@postern/contracts/records/changes';
import { type FakeApi, refuse } from './fake-api.ts';
import { sample } from './sample.ts';

/** Answers what the console asks for on every page, in the open-source edition. */
export function answerShell(api: FakeApi): void {
  api.on(tenantsApi.endpointOf, { user: location.origin });
  api.on(meApi.get, sample(User, { id: 'administrator', username: 'admin', name: 'Ada Lovelace' }));
  // Screens have no live changes. The console follows them no longer after this answer.
  api.on(changesApi.watch, refuse('auth.forbidden'));
}

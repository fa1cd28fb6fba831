import { pathOf } from '@postern/contracts/endpoint';
import type { Change } from '@postern/contracts/records/changes';
import type { Query } from '@tanstack/react-query';
import { isBeingDeleted } from '../client/own-writes.ts';
import { queryClient } from '../client/queries.ts';

/** Tags of the reads that show objects of a kind. Other kinds appear in no list. */
const tagsOf: Record<string, readonly string[]> = {
  user: ['Users', 'Roles', 'Organizations', 'User sessions', 'Personal access tokens'],
  postRegister: ['Users'],
  postSignIn: ['Users', 'User sessions'],
  application: ['Applications', 'Roles', 'Organizations'],
  role: ['Roles', 'Users', 'Applications'],
  scope: ['Resources', 'Roles'],
  resource: ['Resources', 'Roles'],
  connector: ['Connectors'],
  domain: ['Domains'],
  ssoConnector: ['SSO connectors', 'Organizations', 'Directory sync'],
  directorySync: ['Directory sync'],
  administrator: ['Administrators'],
  administratorInvitation: ['Administrators'],
  ssoSetupLink: ['SSO set-up links'],
  emailTemplate: ['Email templates'],
  signInExperience: ['Sign-in experience'],
  customPhrase: ['Custom phrases'],
  customProfileField: ['Custom profile fields'],
  accountCenter: ['Account center'],
  captchaProvider: ['Captcha provider'],
  webhook: ['Webhooks'],
  userImport: ['User imports', 'User jobs'],
  userExport: ['User jobs'],
  userJob: ['User jobs'],
  organization: ['Organizations', 'Users', 'Applications'],
  organizationInvitation: ['Organization invitations'],
  organizationRole: ['Organization roles', 'Organizations'],
  organizationScope: ['Organization scopes', 'Organization roles'],
};
/** Every change is also an entry of the audit log. */
const logTag = 'Audit logs';
const allTags = new Set([logTag, ...Object.values(tagsOf).flat()]);

export const tagsOfKinds = (kinds: Iterable<string>): Set<string> =>
  new Set([logTag, ...[...kinds].flatMap((kind) => tagsOf[kind] ?? [])]);

/** Refetches what is on screen; what is not is refetched when it is opened again. */
function refresh(tenantId: string, tags: ReadonlySet<string>): void {
  // Reads without data are loading, or the page shows why they failed and offers to try again.
  const predicate = ({ queryKey: [tag, owner, path, input], state }: Query) =>
    owner === tenantId &&
    tags.has(String(tag)) &&
    state.data !== undefined &&
    !isBeingDeleted(pathOf({ path: String(path) }, (input as { params?: Record<string, string> } | undefined)?.params));
  // Not invalidated: lists apply refetches of own changes at once, and those are invalidated.
  void queryClient.refetchQueries({ predicate, type: 'active' });
  void queryClient.invalidateQueries({ predicate, type: 'inactive', refetchType: 'none' });
}

/** A burst of changes is refetched once, after this time without further changes … */
const quietMs = 300;
/** … and at the latest after this time. */
const longestMs = 1500;

type Refresher = { add(change: Pick<Change, 'kind'>): void; refreshAll(): void; stop(): void };

/** Collects changes of a tenant and refreshes the reads that show them. */
export function createRefresher(tenantId: string, run: typeof refresh = refresh): Refresher {
  const kinds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAt = 0;
  const flush = () => {
    timer = undefined;
    run(tenantId, tagsOfKinds(kinds));
    kinds.clear();
  };
  return {
    add({ kind }) {
      if (timer === undefined) {
        firstAt = Date.now();
      }
      clearTimeout(timer);
      kinds.add(kind);
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, firstAt + longestMs - Date.now())));
    },
    refreshAll() {
      clearTimeout(timer);
      timer = undefined;
      kinds.clear();
      run(tenantId, allTags);
    },
    stop: () => clearTimeout(timer),
  };
}

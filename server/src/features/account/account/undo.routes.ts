import { addressChangesApi } from '@postern/contracts/account/address-changes';
import { route, type Scope } from '#platform/route';
import { notify } from './notify.ts';
import { inspectChange, undoChange } from './undo-address.ts';

/** Routes of the link in the notice of a changed address. The token is the only credential. */
export function undoRoutes(scope: Scope): void {
  route(scope, addressChangesApi.inspect, { respond: ({ body, ...asked }) => inspectChange(asked, body.token) });

  route(scope, addressChangesApi.undo, {
    respond: async ({ body, ...asked }) => {
      const { type, before, continueTo } = await undoChange(asked, body.token, body.password);
      // Without a link, so that the removed address cannot take over the account again.
      void notify(asked, before, type);
      return { continueTo };
    },
  });
}

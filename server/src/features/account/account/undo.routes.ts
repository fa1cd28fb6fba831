import { addressChangesApi } from '@postern/contracts/account/address-changes';
import { route, type Scope } from '#platform/route';
import { notify } from './notify.ts';
import { inspectChange, undoChange } from './undo-address.ts';

/** Behind the link in the message about a changed address. The token is all that the caller has. */
export function undoRoutes(scope: Scope): void {
  route(scope, addressChangesApi.inspect, { respond: ({ body, ...asked }) => inspectChange(asked, body.token) });

  route(scope, addressChangesApi.undo, {
    respond: async ({ body, ...asked }) => {
      const { type, before, continueTo } = await undoChange(asked, body.token, body.password);
      // Without a link: the address that loses the account cannot take it again.
      void notify(asked, before, type);
      return { continueTo };
    },
  });
}

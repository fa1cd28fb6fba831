import { mailboxApi } from '@postern/contracts/messages/mailbox';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { hasMailbox } from './deliver.ts';
import { countMessages, deleteMessages, listMessages } from './store.ts';

function requireMailbox(app: App): void {
  if (!hasMailbox(app)) {
    throw new AppError('request.not_found');
  }
}

export function mailboxRoutes(scope: Scope): void {
  route(scope, mailboxApi.list, async ({ app, db, page, total }) => {
    requireMailbox(app);
    total(await countMessages(db));
    return listMessages(db, page);
  });

  route(scope, mailboxApi.clear, async ({ app, db }) => {
    requireMailbox(app);
    await deleteMessages(db);
  });
}

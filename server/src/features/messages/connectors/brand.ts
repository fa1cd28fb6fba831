import type { MessageBrand, MessagePayload } from '@postern/connectors/kit/interface';
import { productName } from '@postern/contracts/product';
import type { Sender } from '@postern/contracts/tame-name';
import { accountCenterAppId, adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { findMessageLooks } from './store.ts';

function applicationOf({ application }: MessagePayload): { id: string; name: string } | undefined {
  const { id, name } = (application ?? {}) as { id?: unknown; name?: unknown };
  return typeof id === 'string' && typeof name === 'string' && name.trim() ? { id, name } : undefined;
}

/**
 * The sender's name as users know it. The account center is a page of the tenant and not a known application, so the
 * tenant's host is used instead.
 */
export function senderOf(app: App, tenantId: string, payload: MessagePayload): Sender {
  const application = applicationOf(payload);
  if (application && application.id !== accountCenterAppId) {
    return { name: application.name };
  }
  return tenantId === adminTenantId
    ? { name: productName }
    : { name: new URL(app.endpointOf(tenantId)).hostname, isOwnHost: true };
}

/** The branding of built-in messages: that of the application's sign-in pages, otherwise that of the tenant. */
export async function brandOf(app: App, tenantId: string, payload: MessagePayload): Promise<MessageBrand> {
  const sender = senderOf(app, tenantId, payload);
  const applicationId = applicationOf(payload)?.id ?? '';
  const looks = await app.cache.get(tenantId, `message-looks:${applicationId}`, () =>
    app.tenancy.read(tenantId, (db) => findMessageLooks(db, applicationId)),
  );
  if (!looks) {
    return sender;
  }
  const { color, branding, own } = looks;
  // Light and dark logos are used together, as on the sign-in pages.
  const { logoUrl, darkLogoUrl } = own.branding?.logoUrl || own.branding?.darkLogoUrl ? own.branding : branding;
  return { ...sender, logoUrl, darkLogoUrl, color: { ...color, ...own.color } };
}

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** How long an address change can be undone. */
export const undoHours = 72;
/** The hosted page of the link in the message. */
export const undoChangePath = '/undo-change';

const Token = z.string().min(1).max(128);

/** What undoing a change would do. `address` is null if there was none before the change. */
export const AddressChange = z.object({
  type: z.enum(['email', 'phone']),
  address: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  /** Whether a new password is required: the person who made the change may know the current one. */
  needsPassword: z.boolean(),
});
export type AddressChange = z.infer<typeof AddressChange>;

const common = { auth: { kind: 'none' }, document: 'experience', tag: 'Address changes' } as const;
const errors = [
  'address_change.not_found',
  'address_change.expired',
  'address_change.used',
  'address_change.taken',
] as const;

/** For the page of the link in the message about a changed email address or phone number. */
export const addressChangesApi = {
  inspect: endpoint({
    ...common,
    method: 'POST',
    path: '/api/address-changes/inspect',
    summary: 'Get the address change that an undo link refers to.',
    body: z.strictObject({ token: Token }),
    response: AddressChange,
    errors,
  }),
  undo: endpoint({
    ...common,
    method: 'POST',
    path: '/api/address-changes/undo',
    summary:
      'Restore the old address, end all sessions, unlink accounts that were linked since and set a new password. A link works once.',
    body: z.strictObject({ token: Token, password: z.string().min(1).max(1024).optional() }),
    /** Where the user can review their account; null if there is no such page. */
    response: z.object({ continueTo: z.string().nullable() }),
    errors: [...errors, 'address_change.password_required', 'user.same_password', 'password.rejected'],
  }),
} as const;

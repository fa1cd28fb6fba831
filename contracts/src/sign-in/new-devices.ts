import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** How long a sign-in from a new device can be reported. */
export const reportDays = 7;
/** The hosted page of the link in the email. */
export const reportPath = '/not-me';

const Token = z.string().min(1).max(128);

/** The sign-in that a link refers to. Browser and system are null if they are unknown. */
export const NewDevice = z.object({
  browser: z.string().nullable(),
  os: z.string().nullable(),
  ip: z.string(),
  signedInAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type NewDevice = z.infer<typeof NewDevice>;

/** How the person continues after the report. */
export const ReportedDevice = z.object({
  /** The account had a password, which does not work any more. */
  hadPassword: z.boolean(),
  /** Whether the sign-in pages can send a code to set a new password. */
  canReset: z.boolean(),
  /** Where the user can review their account; null if there is no such page. */
  continueTo: z.string().nullable(),
});
export type ReportedDevice = z.infer<typeof ReportedDevice>;

const common = { auth: { kind: 'none' }, document: 'experience', tag: 'New devices' } as const;
const errors = ['new_device.not_found', 'new_device.expired', 'new_device.used'] as const;
const body = z.strictObject({ token: Token });

/** For the page of the link in the email about a sign-in from a new device. */
export const newDevicesApi = {
  inspect: endpoint({
    ...common,
    method: 'POST',
    path: '/api/new-devices/inspect',
    summary: 'Get the sign-in from a new device that a link refers to.',
    body,
    response: NewDevice,
    errors,
  }),
  report: endpoint({
    ...common,
    method: 'POST',
    path: '/api/new-devices/report',
    summary:
      'Report a sign-in from a new device. Ends its sessions with their tokens, forgets the device, makes the password unusable, and removes factors, linked accounts and addresses that were added with the device. A link works once.',
    body,
    response: ReportedDevice,
    errors,
  }),
} as const;

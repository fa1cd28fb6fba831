import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

const maxMessages = 10_000_000;

/** Messages per hour and per day. Null means the default. */
const Windows = z.object({
  hour: z.int().min(1).max(maxMessages).nullable(),
  day: z.int().min(1).max(maxMessages).nullable(),
});

/** The largest number of messages that the tenant sends, for all recipients together. */
export const MessageLimits = z.object({ email: Windows, sms: Windows });
export type MessageLimits = z.infer<typeof MessageLimits>;

export const defaultMessageLimits = {
  email: { hour: 20_000, day: 100_000 },
  sms: { hour: 1000, day: 5000 },
} as const;

/** The share of a limit from which administrators are warned. */
export const warningShare = 0.8;

const Used = z.object({ hour: z.int(), day: z.int() });

export const MessageLimitsState = z.object({
  limits: MessageLimits,
  /** The limits that apply, with the defaults filled in. */
  effective: z.object({ email: Used, sms: Used }),
  /** Messages in the current hour and in the current day, which both begin with their first message. */
  used: z.object({ email: Used, sms: Used }),
});
export type MessageLimitsState = z.infer<typeof MessageLimitsState>;

export const messageUnits = ['hour', 'day'] as const;
export type MessageUnit = (typeof messageUnits)[number];

const Counts = z.object({ sent: z.int(), refused: z.int() });
export const MessageCount = z.object({
  /** The beginning of the hour or day. */
  at: Timestamp,
  email: Counts,
  sms: Counts,
});
export type MessageCount = z.infer<typeof MessageCount>;

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Message limits' } as const;

export const messageLimitsApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/message-limits',
    summary: 'Get how many emails and text messages the tenant sends at most, and how many it has sent.',
    response: MessageLimitsState,
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/message-limits',
    summary: 'Set how many emails and text messages the tenant sends at most per hour and per day.',
    body: z.strictObject({ email: Windows.strict(), sms: Windows.strict() }),
    response: MessageLimitsState,
  }),
  counts: endpoint({
    ...common,
    method: 'GET',
    path: '/api/message-limits/counts',
    summary: 'Count sent and refused messages of the last 48 hours or 30 days.',
    query: z.object({ unit: z.enum(messageUnits).default('hour') }),
    response: z.array(MessageCount),
  }),
} as const;

import type { TimelineEntry } from '@postern/contracts/people/user-sessions';
import { z } from 'zod';
import { applicationNames } from '#features/access/oidc';
import type { TimelineRow } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { deviceReader } from './read-device.ts';

/** The fields of an entry that the timeline shows; values of unexpected types are skipped. */
const Entry = z.object({
  result: z.enum(['Success', 'Error']).catch('Success'),
  ip: z.string().nullable().catch(null),
  userAgent: z.string().nullable().catch(null),
  error: z
    .union([z.object({ code: z.string() }).transform(({ code }) => code), z.string()])
    .nullable()
    .catch(null),
  actor: z
    .object({ type: z.enum(['administrator', 'application', 'user']), id: z.string() })
    .nullable()
    .catch(null),
  fields: z.array(z.string()).catch([]),
  isSuspended: z.boolean().optional().catch(undefined),
  templateType: z.string().nullable().catch(null),
  recipient: z.string().nullable().catch(null),
  interaction: z
    .object({ verificationRecords: z.array(z.object({ type: z.string(), verified: z.boolean().optional() })) })
    .nullable()
    .catch(null),
});

export async function showTimeline(app: App, tenantId: string, db: Db, rows: TimelineRow[]): Promise<TimelineEntry[]> {
  const applicationIds = rows.flatMap(({ applicationId }) => applicationId ?? []);
  const nameOf = await applicationNames(app, tenantId, db, applicationIds);
  const readDevice = await deviceReader();
  return rows.map(({ payload, applicationId, ...row }) => {
    const { templateType, recipient, interaction, isSuspended, ...shown } = Entry.parse(payload);
    const proofs = interaction?.verificationRecords.filter(({ verified }) => verified !== false) ?? [];
    return {
      ...row,
      ...shown,
      fields: isSuspended === undefined ? shown.fields : [isSuspended ? 'suspended' : 'reactivated'],
      application: applicationId === null ? null : nameOf(applicationId),
      device: readDevice(shown.userAgent ?? undefined),
      methods: [...new Set(proofs.map(({ type }) => type))],
      message: templateType !== null && recipient !== null ? { template: templateType, recipient } : null,
    };
  });
}

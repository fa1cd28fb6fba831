import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

export const creatorTypes = ['person', 'application', 'command'] as const;

/** Who created an application. `command` means the command line. */
export const Creator = z.object({
  type: z.enum(creatorTypes),
  id: z.string().nullable(),
  /** Null if the user or the application is gone. */
  name: z.string().nullable(),
  /** Whether the user can still open the console of this tenant. */
  isMember: z.boolean(),
});
export type Creator = z.infer<typeof Creator>;

export const ApplicationCreator = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  createdAt: Timestamp,
  /** Null if it was not recorded. */
  creator: Creator.nullable(),
});
export type ApplicationCreator = z.infer<typeof ApplicationCreator>;

const Id = z.string().min(1).max(21);

export const applicationCreatorsApi = {
  list: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Applications',
    method: 'GET',
    path: '/api/application-creators',
    summary:
      'Who created these applications, or which machine-to-machine applications a person of the console created.',
    query: z.object({
      applicationId: z.union([Id, z.array(Id).max(100)]).optional(),
      personId: Id.optional(),
    }),
    response: z.array(ApplicationCreator),
    errors: ['request.invalid_input'],
  }),
} as const;

import type { Log } from '@postern/contracts/records/audit';
import type { TFunction } from 'i18next';
import { z } from 'zod';

const Actor = z.object({
  type: z.enum(['administrator', 'application', 'user', 'directory', 'setupLink', 'identityProvider']),
  id: z.string().min(1),
});
export type Actor = z.infer<typeof Actor>;

/** Who made a change. Other entries, such as sign-ins, have no actor. */
export const actorOf = ({ payload }: Log): Actor | undefined => Actor.safeParse(payload.actor).data;

export const actorText = (t: TFunction, { type, id }: Actor, name?: string) =>
  t(`audit.actors.${type}`, { id: name ?? id });

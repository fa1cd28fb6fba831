import type { TimelineEntry } from '@postern/contracts/people/user-sessions';
import type { TFunction } from 'i18next';
import { builtInApplication } from '#features/people/users/shared/built-in-application.ts';

/** The name of an application; its id if it was deleted. */
export const nameApplication = (t: TFunction, { id, name }: NonNullable<TimelineEntry['application']>) =>
  builtInApplication(t, id) ?? name ?? id;

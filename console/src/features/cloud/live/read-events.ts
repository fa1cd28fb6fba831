import { LiveEvent } from '@postern/contracts/cloud/live';

/** Reads the data of a message. Unknown event types of a newer server are ignored. */
export const readEvent = (data: string): LiveEvent | undefined => LiveEvent.safeParse(JSON.parse(data)).data;

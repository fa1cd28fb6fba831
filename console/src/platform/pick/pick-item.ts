import type { ReactNode } from 'react';

export type PickItem = {
  id: string;
  label: string;
  note?: string;
  image?: ReactNode;
  /** The group it belongs to, shown once it is picked. */
  from?: string;
};

/** Items that belong together, such as the permissions of one API; collapsed by default. */
export type PickGroup = { id: string; label: string; note?: string; items: PickItem[] };

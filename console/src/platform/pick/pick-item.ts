import type { ReactNode } from 'react';

export type PickItem = {
  id: string;
  label: string;
  note?: string;
  image?: ReactNode;
  /** What it belongs to, said once it is picked and stands alone. */
  from?: string;
};

/** Items that belong together, such as the permissions of one API; folded until somebody looks. */
export type PickGroup = { id: string; label: string; note?: string; items: PickItem[] };

import type { ReactNode } from 'react';
import type { PagePath } from '../router/page-path.ts';

export type Column<Row> = {
  id: string;
  title: string;
  width?: string;
  /** The contract field that the list can be sorted by. */
  sort?: string;
  /** Hidden if the window is narrower than this. */
  hideUnder?: 900 | 1100 | 1200;
  cell: (row: Row) => ReactNode;
};

/** The first cell: picture, name, a second line on narrow screens, and an optional tag. */
export type Lead<Row> = {
  title: string;
  width?: string;
  sort?: string;
  image?: (row: Row) => ReactNode;
  /** The picture is round, and so is its placeholder. */
  round?: boolean;
  name: (row: Row) => string;
  second: (row: Row) => ReactNode;
  after?: (row: Row) => ReactNode;
  /** Omitted if rows have no link. */
  to?: (row: Row) => { page: PagePath<string>; params: Record<string, string> };
  /** Replaces the link if the object is shown over the list. */
  open?: (row: Row) => void;
};

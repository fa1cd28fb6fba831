import type { ReactNode } from 'react';
import type { PagePath } from '../router/page-path.ts';

export type Column<Row> = {
  id: string;
  title: string;
  width?: string;
  /** The field of the contract that the list can be sorted by. */
  sort?: string;
  /** Left out where the window is narrower than this. */
  hideUnder?: 900 | 1100 | 1200;
  cell: (row: Row) => ReactNode;
};

/** The first cell: picture, name, the second line of a narrow screen, and perhaps a tag. */
export type Lead<Row> = {
  title: string;
  width?: string;
  sort?: string;
  image?: (row: Row) => ReactNode;
  /** The picture is a circle, and so is its place holder. */
  round?: boolean;
  name: (row: Row) => string;
  second: (row: Row) => ReactNode;
  after?: (row: Row) => ReactNode;
  /** Left out where a row leads nowhere. */
  to?: (row: Row) => { page: PagePath<string>; params: Record<string, string> };
  /** Instead of that, where what is behind a row is shown over the list. */
  open?: (row: Row) => void;
};

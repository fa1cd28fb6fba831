import { Skeleton } from '../ui/skeleton.tsx';
import type { Column, Lead } from './column.ts';
import classes from './list.module.css';

const widths = [
  [148, 92],
  [118, 64],
  [172, 104],
  [132, 120],
  [156, 72],
  [108, 96],
  [164, 88],
  [126, 110],
  [142, 68],
] as const;

type SkeletonRowsProps<Row> = {
  columns: readonly Column<Row>[];
  before?: Column<Row> | undefined;
  lead: Lead<Row>;
  withMenu: boolean;
  withBoxes?: boolean;
};

/** Rows of the same height as the real ones, with bars of varied width. */
export function SkeletonRows<Row>({ columns, before, lead, withMenu, withBoxes }: SkeletonRowsProps<Row>) {
  return widths.map(([name, value]) => (
    <tr key={name}>
      {withBoxes && <td className={classes.boxCell} />}
      {before && (
        <td className={classes.before}>
          <Skeleton width={96} />
        </td>
      )}
      <td>
        <span className={classes.lead}>
          {lead.image && (
            <span className={classes.skeletonTile} data-round={lead.round}>
              <Skeleton width={32} height={32} />
            </span>
          )}
          <Skeleton width={name} />
        </span>
      </td>
      {columns.map(({ id, hideUnder }, index) => (
        <td key={id} data-hide-under={hideUnder}>
          <Skeleton width={index === 1 ? 150 : value} />
        </td>
      ))}
      {withMenu && <td className={classes.menuCell} />}
    </tr>
  ));
}

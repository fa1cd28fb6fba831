import type { Icon } from '../feature.ts';
import classes from './ui.module.css';

type TileProps = { icon: Icon; large?: boolean; tint?: boolean };

/** An icon in a frame: 32 in lists, 48 in the header of a details page. */
export function Tile({ icon: Icon, large, tint }: TileProps) {
  return (
    <span className={classes.tile} data-large={large || undefined} data-tint={tint || undefined} aria-hidden>
      <Icon size={large ? 24 : 18} stroke={1.5} />
    </span>
  );
}

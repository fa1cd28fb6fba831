import classes from './ui.module.css';

export function Skeleton({ width, height }: { width: number | string; height?: number }) {
  return <span className={classes.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden />;
}

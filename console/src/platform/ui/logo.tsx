import classes from './ui.module.css';

/** The logo: a gate in the shape of a P. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden>
      <path fillRule="evenodd" d="M6 30V12a10 10 0 0 1 20 0v12H12v6ZM12 18h8v-6a4 4 0 0 0-8 0Z" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <Mark />
      <span className={classes.logoName}>Postern</span>
    </span>
  );
}

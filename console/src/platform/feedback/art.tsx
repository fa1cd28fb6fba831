const line = { stroke: 'var(--ps-border-strong)' };
const accent = { stroke: 'var(--ps-accent-text)' };
const danger = { stroke: 'var(--ps-danger-text)' };
const svg = {
  fill: 'none',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** An unfinished gate, for empty lists. */
export function EmptyArt() {
  return (
    <svg width="120" height="96" viewBox="0 0 120 96" {...svg} aria-hidden>
      <path d="M14 88h92" {...line} />
      <path d="M24 88V38m72 50V38M24 38c0-2 1-3 3-3h10M96 38c0-2-1-3-3-3H83" {...line} />
      <path d="M24 53h14M24 70h10m62-17H82m14 17H86" {...line} />
      <path d="M42 88V46a18 18 0 0 1 36 0v42" fill="var(--ps-accent-soft)" {...accent} />
      <path d="M50 88V47a10 10 0 0 1 20 0v41" fill="var(--ps-surface)" strokeDasharray="3 4" {...accent} />
      <path d="M60 58v12m-6-6h12" {...accent} strokeWidth={2} />
    </svg>
  );
}

/** A walled-up gate, for unknown pages. */
export function LostArt() {
  return (
    <svg width="168" height="120" viewBox="0 0 168 120" {...svg} aria-hidden>
      <path d="M12 108h144" {...line} />
      <path d="M54 108V54a30 30 0 0 1 60 0v54" fill="var(--ps-accent-soft)" {...accent} />
      <path d="M64 108V55a20 20 0 0 1 40 0v53" fill="var(--ps-surface)" {...accent} />
      <path
        d="M64 62h40M64 77h40M64 92h40M84 62v15M74 47v15m20-15v15M74 77v15m20-15v15M84 92v16M66 47h36"
        opacity=".75"
        {...accent}
      />
      <path d="M28 108V84m112 24V84M28 84h12m88 0h12M22 70h18m88 0h18M34 56h8m84 0h8" {...line} />
    </svg>
  );
}

/** A gate off its hinges, for errors. */
export function BrokenArt() {
  return (
    <svg width="168" height="120" viewBox="0 0 168 120" {...svg} aria-hidden>
      <path d="M12 108h144" {...line} />
      <path d="M54 108V54a30 30 0 0 1 60 0v54" fill="var(--ps-danger-soft)" {...danger} />
      <path d="M64 108V55a20 20 0 0 1 40 0v53" fill="var(--ps-surface)" {...danger} />
      <g transform="rotate(-13 112 108)">
        <path d="M78 108V58a20 20 0 0 1 34-14v64Z" fill="var(--ps-surface)" {...danger} />
        <circle cx="85" cy="82" r="2" fill="var(--ps-danger-text)" stroke="none" />
      </g>
      <path d="M22 92h16M28 76h10m92 16h16m-16-16h10" {...line} />
    </svg>
  );
}

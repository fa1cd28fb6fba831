/** Outlines from Tabler (MIT). */
const outline = (path: string, size: number) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

export const alertIcon = outline('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 8v4M12 16h.01', 16);
export const checkMark = `<div class="mark">${outline('M5 12l5 5l10-10', 28)}</div>`;
export const crossMark = `<div class="mark">${outline('M18 6L6 18M6 6l12 12', 26)}</div>`;

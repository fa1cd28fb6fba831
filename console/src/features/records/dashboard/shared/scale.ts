const steps = [1, 2, 2.5, 5, 10];
const ticks = 4;

/** The smallest round number that is at least `most`, so that the axis has four equal whole steps. */
export function topOf(most: number): number {
  const least = Math.max(most, ticks) / ticks;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = steps.map((one) => one * power).find((one) => one >= least && Number.isInteger(one)) ?? power * 10;
  return step * ticks;
}

/** Values of the horizontal lines, from the top to zero. */
export const ticksOf = (top: number): number[] =>
  Array.from({ length: ticks + 1 }, (_, index) => (top / ticks) * (ticks - index));

type Point = { x: number; y: number };

/** A curve through all points that never rises above its values: the tangents at the points are horizontal. */
export function curveOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const last = points[index - 1];
      if (!last) {
        return `M${x},${y}`;
      }
      const middle = (last.x + x) / 2;
      return `C${middle},${last.y} ${middle},${y} ${x},${y}`;
    })
    .join('');
}

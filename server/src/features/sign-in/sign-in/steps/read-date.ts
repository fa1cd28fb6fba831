type DatePart = 'year' | 'month' | 'day';
type Digits = { part: DatePart; min: number; max: number };

const dateParts: Record<string, Digits> = {
  yyyy: { part: 'year', min: 4, max: 4 },
  MM: { part: 'month', min: 2, max: 2 },
  M: { part: 'month', min: 1, max: 2 },
  dd: { part: 'day', min: 2, max: 2 },
  d: { part: 'day', min: 1, max: 2 },
};

type Piece = { part: DatePart | undefined; piece: string };

/**
 * Reads a date by the format of a tenant; all other characters of it must match literally. A format such as dMdMdM can
 * split the digits in many ways, so each step is tried only once per place (attack 54).
 */
export function readDate(text: string, format: string): Record<DatePart, string> | undefined {
  const tokens = format.match(/yyyy|MM|M|dd|d|./gs) ?? [];
  const failed = new Set<string>();

  function piecesFrom(index: number, at: number): Piece[] | undefined {
    const token = tokens[index];
    if (token === undefined) {
      return at === text.length ? [] : undefined;
    }
    const place = `${index} ${at}`;
    if (failed.has(place)) {
      return undefined;
    }
    const digits = dateParts[token];
    for (let length = digits?.max ?? 1; length >= (digits?.min ?? 1); length -= 1) {
      const piece = text.slice(at, at + length);
      const fits = digits ? piece.length === length && /^\d+$/.test(piece) : piece === token;
      const rest = fits ? piecesFrom(index + 1, at + length) : undefined;
      if (rest) {
        return [{ part: digits?.part, piece }, ...rest];
      }
    }
    failed.add(place);
    return undefined;
  }

  const pieces = piecesFrom(0, 0);
  const first = (part: DatePart) => pieces?.find((one) => one.part === part)?.piece;
  return pieces && { year: first('year') ?? '2000', month: first('month') ?? '1', day: first('day') ?? '1' };
}

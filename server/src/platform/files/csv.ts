/**
 * Spreadsheets run cells that start with one of these as formulas, some of them also full-width characters. A leading
 * apostrophe makes it text; an existing one gets another, so that reading removes exactly what writing added.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const defused = /^''*[=+\-@\t\r\n＝＋－＠]/;

export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text);
export const unescapeFormula = (text: string) => (defused.test(text) ? text.slice(1) : text);

/** RFC 4180 §2: quotes special cells and doubles quotes inside. */
const quote = (text: string) =>
  /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/** One line of a CSV file without formulas. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`;

/** Without it, spreadsheets read UTF-8 as their local code page. */
export const byteOrderMark = '\ufeff';

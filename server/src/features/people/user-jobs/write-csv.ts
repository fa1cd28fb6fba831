/**
 * Spreadsheets run what begins with one of these as a formula, some of them the letters of full width as well. A leading
 * apostrophe makes it text; one that is there already gets another, so that reading takes away exactly what writing added.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const defused = /^''*[=+\-@\t\r\n＝＋－＠]/;

export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text);
export const unescapeFormula = (text: string) => (defused.test(text) ? text.slice(1) : text);

/** RFC 4180 §2: quotes around what would be read as something else, doubled inside. */
const quote = (text: string) =>
  /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/** One line of a CSV file that no spreadsheet takes for a formula. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`;

/** Without it a spreadsheet takes UTF-8 for the code page of its country. */
export const byteOrderMark = '\ufeff';

export const codeLength = 6;

/** Digits of any script, as phones of other countries type them. */
const normal = (text: string) =>
  text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));

export const readDigits = (text: string) => normal(text).replace(/\D/g, '').slice(0, codeLength);

/**
 * What stands in the boxes after something was typed: `raw` as the input has it, and where its caret is. With all boxes
 * full, what is typed in the middle takes the place of the digit behind it.
 */
export function writeDigit(raw: string, caret: number): { text: string; caret: number } {
  const before = normal(raw.slice(0, caret)).replace(/\D/g, '');
  const after = normal(raw.slice(caret)).replace(/\D/g, '');
  const spare = Math.max(0, before.length + after.length - codeLength);
  return {
    text: (before + after.slice(spare)).slice(0, codeLength),
    caret: Math.min(before.length, codeLength),
  };
}

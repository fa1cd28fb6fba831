/** Windows-1252 codes of non-ASCII letters: the encoding of the built-in fonts of every PDF reader. */
const windows = new Map(
  Array.from({ length: 128 }, (_, index) => index + 128).flatMap((code) => {
    const letter = new TextDecoder('windows-1252').decode(Uint8Array.of(code));
    return /\p{Cc}/u.test(letter) ? [] : [[letter, code] as const];
  }),
);

const codeOf = (letter: string): number | undefined =>
  /^[ -~]$/.test(letter) ? letter.charCodeAt(0) : windows.get(letter);

/** Other Latin letters, by their glyph names. */
const marks: Record<string, string> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'circumflex',
  '\u0304': 'macron',
  '\u0306': 'breve',
  '\u0307': 'dotaccent',
  '\u0308': 'dieresis',
  '\u030a': 'ring',
  '\u030b': 'hungarumlaut',
  '\u030c': 'caron',
  '\u0326': 'commaaccent',
  '\u0327': 'cedilla',
  '\u0328': 'ogonek',
};
const names: Record<string, string> = { Ł: 'Lslash', ł: 'lslash', Đ: 'Dcroat', đ: 'dcroat', ı: 'dotlessi' };

function glyphOf(letter: string): string | undefined {
  const [base = '', mark = '', more] = letter.normalize('NFD');
  const named = marks[mark];
  return names[letter] ?? (named && more === undefined && /^[A-Za-z]$/.test(base) ? `${base}${named}` : undefined);
}

/** Fonts that PDF readers provide, by script; none of them is embedded. */
export const asianFonts = [
  {
    name: 'F3',
    font: 'HeiseiKakuGo-W5',
    map: 'UniJIS-UTF16-H',
    order: 'Japan1',
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  { name: 'F4', font: 'HYGoThic-Medium', map: 'UniKS-UTF16-H', order: 'Korea1', script: /\p{Script=Hangul}/u },
  {
    name: 'F5',
    font: 'STSong-Light',
    map: 'UniGB-UTF16-H',
    order: 'GB1',
    script: /[\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}]/u,
  },
] as const;

const drawable =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}A-Za-z]*$/u;
const isLatin = (text: string) => [...text].every((letter) => (codeOf(letter) ?? glyphOf(letter)) !== undefined);

/** Whether a page can show the text: there are fonts for Latin, Greek, Cyrillic, Chinese, Japanese and Korean. */
export const canWrite = (text: string): boolean =>
  isLatin(text) ||
  (drawable.test(text) &&
    !/\p{Extended_Pictographic}/u.test(text) &&
    asianFonts.some(({ script }) => script.test(text)));

const question = 63;
const maxExtra = 31;

/** Encodes the texts of one document. Latin letters outside Windows-1252 get unused codes. */
export function createEncoder() {
  const extra: string[] = [];
  function extraCode(letter: string): number {
    const glyph = glyphOf(letter);
    if (!glyph || (!extra.includes(glyph) && extra.length >= maxExtra)) {
      return question;
    }
    if (!extra.includes(glyph)) {
      extra.push(glyph);
    }
    return extra.indexOf(glyph) + 1;
  }
  return {
    encode(text: string, isBold = false): { font: string; hex: string } {
      const composed = text.normalize('NFC');
      const asian = isLatin(composed) ? undefined : asianFonts.find(({ script }) => script.test(composed));
      const bytes = asian
        ? Buffer.from(composed, 'utf16le').swap16()
        : Buffer.from([...composed].map((letter) => codeOf(letter) ?? extraCode(letter)));
      return { font: asian?.name ?? (isBold ? 'F2' : 'F1'), hex: bytes.toString('hex') };
    },
    /** The encoding of the Latin fonts; call it after all texts are encoded. */
    encoding: () =>
      `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 ${extra.map((glyph) => `/${glyph}`).join(' ')}] >>`,
  };
}

import { deflateSync } from 'node:zlib';

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
const asianFonts = [
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
function createEncoder() {
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

/** Content of a page: text in points from the lower left corner, or a horizontal line. */
export type Mark =
  | { text: string; x: number; y: number; size?: number; isBold?: boolean; alignsRight?: boolean }
  | { lineY: number };

/** Text widths in a column of amounts, in thousandths of the font size. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/[.,\s]/.test(letter) ? 278 : letter === '-' ? 333 : 556), 0);

const utf16 = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

const asianFont = ({ font, map, order }: (typeof asianFonts)[number]) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${map} /DescendantFonts [<< /Type /Font
/Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (${order}) /Supplement 2 >>
/FontDescriptor << /Type /FontDescriptor /FontName /${font} /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0
/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>`;

const latinFont = (name: string, encoding: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding ${encoding} >>`;

/** The objects in sequence, followed by the cross-reference table. */
function assemble(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(size);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    size += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const end = `trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${size}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}${end}`)]);
}

/** A document of text and lines (ISO 32000-1), A4. Small enough to write here instead of adding a library. */
export function writePdf(title: string, pages: readonly (readonly Mark[])[]): Buffer {
  const { encode, encoding } = createEncoder();
  function show(mark: Mark): string {
    if ('lineY' in mark) {
      return `0.8 w 0.8 G 50 ${mark.lineY} m 545 ${mark.lineY} l S`;
    }
    const { text, x, y, size = 10, isBold, alignsRight } = mark;
    const { font, hex } = encode(text, isBold);
    const left = alignsRight ? x - (widthOf(text) * size) / 1000 : x;
    return `BT /${font} ${size} Tf ${left.toFixed(2)} ${y} Td <${hex}> Tj ET`;
  }
  const contents = pages.map((marks) => deflateSync(marks.map(show).join('\n')));
  const fonts = [
    latinFont('Helvetica', encoding()),
    latinFont('Helvetica-Bold', encoding()),
    ...asianFonts.map(asianFont),
  ];
  const pageNumber = (index: number) => 4 + fonts.length + index * 2;
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const resources = fonts.map((_, index) => `/F${index + 1} ${4 + index} 0 R`).join(' ');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Title ${utf16(title)} /Producer (Postern) >>`,
    ...fonts,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << ${resources} >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ]);
}

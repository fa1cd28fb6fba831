import { deflateSync } from 'node:zlib';

/** What stands on a page: text in points from the lower left corner, or a line across it. */
export type Mark =
  | { text: string; x: number; y: number; size?: number; isBold?: boolean; alignsRight?: boolean }
  | { lineY: number };

/** Letters of Windows-1252 beyond Latin-1, which the built-in fonts of every reader have. */
const windows = new Map(
  [...'€‚ƒ„…†‡ˆ‰Š‹Œ'].map((letter, index) => [
    letter,
    [128, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140][index] ?? 63,
  ]),
);
for (const [letter, code] of Object.entries({
  Ž: 142,
  '‘': 145,
  '’': 146,
  '“': 147,
  '”': 148,
  '•': 149,
  '–': 150,
  '—': 151,
  '™': 153,
  š: 154,
  '›': 155,
  œ: 156,
  ž: 158,
  Ÿ: 159,
})) {
  windows.set(letter, code);
}

const codeOf = (letter: string): number | undefined => {
  const code = letter.codePointAt(0) ?? 0;
  return (code >= 32 && code < 127) || (code >= 160 && code < 256) ? code : windows.get(letter);
};

/** Fonts that readers bring along themselves, by the script they are for: none of them is in the file. */
const asian = [
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
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Latin}]*$/u;

const isLatin = (text: string) => [...text].every((letter) => codeOf(letter) !== undefined);

/** Whether a page can show it: there are fonts for Latin, Greek, Cyrillic, Chinese, Japanese and Korean. */
export const canWrite = (text: string): boolean =>
  isLatin(text) ||
  (drawable.test(text) && !/\p{Extended_Pictographic}/u.test(text) && asian.some(({ script }) => script.test(text)));

/** Widths of what stands in a column of amounts, in thousandths of its size. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/[.,\s]/.test(letter) ? 278 : letter === '-' ? 333 : 556), 0);

function showText({ text, x, y, size = 10, isBold, alignsRight }: Extract<Mark, { text: string }>): string {
  const latin = isLatin(text);
  const font = latin ? (isBold ? 'F2' : 'F1') : (asian.find(({ script }) => script.test(text))?.name ?? 'F1');
  const bytes = latin
    ? Buffer.from([...text].map((letter) => codeOf(letter) ?? 63))
    : Buffer.from(text, 'utf16le').swap16();
  const left = alignsRight ? x - (widthOf(text) * size) / 1000 : x;
  return `BT /${font} ${size} Tf ${left.toFixed(2)} ${y} Td <${bytes.toString('hex')}> Tj ET`;
}

const utf16 = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

const asianFont = ({ font, map, order }: (typeof asian)[number]) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${map} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (${order}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /${font} /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>`;

const latinFont = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** A document of text and lines (ISO 32000-1), A4. Small enough to be written here instead of by a library. */
export function writePdf(title: string, pages: readonly (readonly Mark[])[]): Buffer {
  const fonts = [latinFont('Helvetica'), latinFont('Helvetica-Bold'), ...asian.map(asianFont)];
  const firstPage = 4 + fonts.length;
  const pageNumbers = pages.map((_, index) => firstPage + index * 2);
  const resources = fonts.map((_, index) => `/F${index + 1} ${4 + index} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    `<< /Title ${utf16(title)} /Producer (Postern) >>`,
    ...fonts,
    ...pages.flatMap((marks, index) => {
      const content = deflateSync(
        marks
          .map((mark) => ('text' in mark ? showText(mark) : `0.8 w 0.8 G 50 ${mark.lineY} m 545 ${mark.lineY} l S`))
          .join('\n'),
      );
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << ${resources} >> >> /Contents ${(pageNumbers[index] ?? 0) + 1} 0 R >>`,
        Buffer.concat([
          Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
          content,
          Buffer.from('\nendstream'),
        ]),
      ];
    }),
  ];
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
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export type FileRules = {
  /** Omitted if systems disagree about the MIME type; then only the server checks it. */
  types?: readonly string[];
  maxBytes: number;
};

/** Why files cannot be uploaded: a phrase of `fields.file`. */
export type FileProblem = 'count' | 'type' | 'size';

/** Accepts one file of a known type within the size limit. The server checks again. */
export function checkFiles(files: readonly File[], rules: FileRules): { file: File } | { problem: FileProblem } {
  const [file, ...more] = files;
  if (!file || more.length > 0) {
    return { problem: 'count' };
  }
  if (rules.types && !rules.types.includes(file.type)) {
    return { problem: 'type' };
  }
  return file.size > rules.maxBytes ? { problem: 'size' } : { file };
}

const extensions: Record<string, string> = {
  'image/svg+xml': 'SVG',
  'image/png': 'PNG',
  'image/jpeg': 'JPG',
  'image/vnd.microsoft.icon': 'ICO',
  'image/x-icon': 'ICO',
  'application/zip': 'ZIP',
  'application/x-zip-compressed': 'ZIP',
};

/** Readable names of these types: `SVG, PNG, JPG, ICO`. */
export const namesOfTypes = (types: readonly string[]) =>
  [...new Set(types.map((type) => extensions[type] ?? type))].join(', ');

/** `500 KB`, `20 MB`. */
export function sizeText(bytes: number, language: string): string {
  const [unit, amount] = bytes < 1024 * 1024 ? ['kilobyte', bytes / 1024] : ['megabyte', bytes / 1024 / 1024];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}

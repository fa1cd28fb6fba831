export type FileRules = {
  /** Left out where systems disagree about the type of such files; then only the server looks. */
  types?: readonly string[];
  maxBytes: number;
};

/** Why a choice of files cannot be uploaded: a phrase of `fields.file`. */
export type FileProblem = 'count' | 'type' | 'size';

/** One file, of a known type, not too large. The server looks into it once more. */
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

/** How people call these types: `SVG, PNG, JPG, ICO`. */
export const namesOfTypes = (types: readonly string[]) =>
  [...new Set(types.map((type) => extensions[type] ?? type))].join(', ');

/** `500 KB`, `20 MB`. */
export function sizeText(bytes: number, language: string): string {
  const [unit, amount] = bytes < 1024 * 1024 ? ['kilobyte', bytes / 1024] : ['megabyte', bytes / 1024 / 1024];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}

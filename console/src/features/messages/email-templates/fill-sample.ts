/** Template variables, with the sample values of the preview. */
export const variables = {
  code: '123456',
  link: 'https://example.com/link',
  'application.name': 'Northwind',
  'user.name': 'Ada Lovelace',
  'organization.name': 'Acme',
} as const;
export type Variable = keyof typeof variables;

const known: ReadonlyMap<string, string> = new Map(Object.entries(variables));

/** A template with sample values, filled as on the server: unknown variables are removed. */
export function fillSample(template: string): string {
  return template.replace(/\{\{\s*([\w$.-]{1,320})\s*\}\}/g, (_, path: string) => known.get(path) ?? '');
}

/** What a template may name, with what a preview shows in its place. */
export const variables = {
  code: '123456',
  link: 'https://example.com/link',
  'application.name': 'Northwind',
  'user.name': 'Ada Lovelace',
  'organization.name': 'Acme',
} as const;
export type Variable = keyof typeof variables;

const known: ReadonlyMap<string, string> = new Map(Object.entries(variables));

/** A template with sample values, as the server fills it: what it does not know is left out. */
export function fillSample(template: string): string {
  return template.replace(/\{\{\s*([\w$.-]{1,320})\s*\}\}/g, (_, path: string) => known.get(path) ?? '');
}

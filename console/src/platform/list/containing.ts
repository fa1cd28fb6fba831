/** The pattern of a substring search, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`;

/** The pattern of a search for a piece of text. Signs that stand for others in patterns stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`;

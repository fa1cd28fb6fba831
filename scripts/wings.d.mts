export const wings: readonly string[];

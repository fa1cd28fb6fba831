/** Splits `Name <address>`, for providers that require name and address separately. */
export function splitAddress(value: string): { email: string; name?: string } {
  const match = /^(.*)<([^<>]+)>\s*$/.exec(value);
  const name = match?.[1]?.trim();
  return { email: match?.[2] ?? value, ...(name ? { name } : {}) };
}

/** A URL inside the console, or undefined: a stored value must not redirect people elsewhere. */
export function ownAddress(page: string | undefined, origin = location.origin): URL | undefined {
  if (!page?.startsWith('/') || !URL.canParse(page, origin)) {
    return undefined;
  }
  const address = new URL(page, origin);
  return address.origin === origin ? address : undefined;
}

/** A page of the operator on a common parent domain keeps Google's answer here before it sends people on. */
const cookieName = 'postern_google_one_tap_credential';

/** It counts once: it is gone from the browser as soon as it is read. */
export function takeCredential(): string | undefined {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`));
  if (!entry) {
    return undefined;
  }
  // A cookie goes only with the domain that it was set for, which may be any parent of this one.
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const domain of ['', ...domains.map((name) => `; domain=${name}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we support
    document.cookie = `${cookieName}=; path=/; max-age=0${domain}`;
  }
  return entry.slice(cookieName.length + 1) || undefined;
}

/**
 * A page of the operator on a common parent domain stores Google's credential in this cookie before redirecting here.
 */
const cookieName = 'postern_google_one_tap_credential';

/** Can be used once: removed from the browser as soon as it is read. */
export function takeCredential(): string | undefined {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`));
  if (!entry) {
    return undefined;
  }
  // A cookie can only be removed for the domain it was set for, which may be any parent of this one.
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const domain of ['', ...domains.map((name) => `; domain=${name}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we support
    document.cookie = `${cookieName}=; path=/; max-age=0${domain}`;
  }
  return entry.slice(cookieName.length + 1) || undefined;
}

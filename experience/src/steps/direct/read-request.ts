const fallbacks = ['sign-in', 'register', 'reset-password', 'identifier-sign-in', 'identifier-register'];

/** The page to show when the provider is unknown: always one of ours, never a URL from the query. */
export function fallbackOf(search: string): string {
  const asked = new URLSearchParams(search).get('fallback') ?? '';
  return `/${fallbacks.includes(asked) ? asked : 'sign-in'}`;
}

export function readCookie(cookies: string, name: string): string | undefined {
  const found = cookies.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}

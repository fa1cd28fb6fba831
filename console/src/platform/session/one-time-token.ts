/** Parameters of a sign-in with the token of a link. Both are needed: the token stands for the address, and only for it. */
export function readOneTimeToken(search: string): Record<string, string> | undefined {
  const query = new URLSearchParams(search);
  const [token, email] = [query.get('one_time_token'), query.get('email')];
  return token && email ? { one_time_token: token, login_hint: email } : undefined;
}

/** The token counts once, so it has no place in the address that the person comes back to. */
export function withoutOneTimeToken(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('one_time_token')) {
    return search;
  }
  query.delete('one_time_token');
  return query.size > 0 ? `?${query}` : '';
}

/** Sign-in parameters of a one-time token link. Both are required, because the token is valid only for its address. */
export function readOneTimeToken(search: string): Record<string, string> | undefined {
  const query = new URLSearchParams(search);
  const [token, email] = [query.get('one_time_token'), query.get('email')];
  return token && email ? { one_time_token: token, login_hint: email } : undefined;
}

/** The token can be used once, so it is removed from the URL that the person returns to. */
export function withoutOneTimeToken(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('one_time_token')) {
    return search;
  }
  query.delete('one_time_token');
  return query.size > 0 ? `?${query}` : '';
}

import { useState } from 'react';
import { Landing } from './landing.tsx';

/** Both are needed: the token stands for the address, and only for that one. */
function readInvitation(): Record<string, string> | undefined {
  const query = new URLSearchParams(location.search);
  const [token, email] = [query.get('one_time_token'), query.get('email')];
  return token && email ? { one_time_token: token, login_hint: email } : undefined;
}

export function OneTimeTokenPage() {
  const [parameters] = useState(readInvitation);
  return <Landing parameters={parameters} />;
}

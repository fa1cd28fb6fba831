import { useState } from 'react';
import { readOneTimeToken } from '#platform/session/one-time-token.ts';
import { Landing } from './landing.tsx';

export function OneTimeTokenPage() {
  const [parameters] = useState(() => readOneTimeToken(location.search));
  return <Landing parameters={parameters} />;
}

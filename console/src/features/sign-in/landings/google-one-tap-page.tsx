import { useState } from 'react';
import { Landing } from './landing.tsx';
import { takeCredential } from './take-credential.ts';

/** Signs in with Google, using the credential from an operator's page if there is one. */
function readWay(): Record<string, string> {
  const credential = takeCredential();
  return {
    direct_sign_in: 'social:google',
    ...(credential ? { google_one_tap_credential: credential } : {}),
  };
}

export function GoogleOneTapPage() {
  const [parameters] = useState(readWay);
  return <Landing parameters={parameters} />;
}

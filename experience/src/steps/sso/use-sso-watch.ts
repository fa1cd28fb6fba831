import { useEffect, useRef, useState } from 'react';
import { readIdentifier } from '../../platform/identifiers.ts';
import { useSettings } from '../../platform/settings.ts';
import { findConnectors, isSsoOn, type SsoChoice } from '../../platform/sso-way.ts';

const pauseMs = 300;

/** Finds the enterprise connectors of an email address while it is typed. */
export function useSsoWatch() {
  const settings = useSettings();
  const isOn = isSsoOn(settings) && !settings.previewOrigin;
  const [found, setFound] = useState<SsoChoice>();
  const timer = useRef<number>(undefined);
  const current = useRef<string>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function watch(text: string) {
    const email = isOn ? readIdentifier(text, ['email'])?.value : undefined;
    if (email === current.current) {
      return;
    }
    current.current = email;
    window.clearTimeout(timer.current);
    setFound(undefined);
    if (email) {
      timer.current = window.setTimeout(() => look(email), pauseMs);
    }
  }

  async function look(email: string) {
    // Without an answer the form works as usual, and the server refuses a password later.
    const connectorIds = await findConnectors(email).catch(() => []);
    if (current.current === email) {
      setFound(connectorIds.length > 0 ? { email, connectorIds } : undefined);
    }
  }

  return { found, watch };
}

import { useEffect, useRef, useState } from 'react';
import { readIdentifier } from '../../platform/identifiers.ts';
import { useSettings } from '../../platform/settings.ts';
import { findConnectors, isSsoOn, type SsoChoice } from '../../platform/sso-way.ts';

const pauseMs = 300;

/** Finds the enterprise connectors of an email address, while it is typed and again when the form is sent. */
export function useSsoWatch() {
  const settings = useSettings();
  const isOn = isSsoOn(settings) && !settings.previewOrigin;
  const [found, setFound] = useState<SsoChoice>();
  const timer = useRef<number>(undefined);
  const current = useRef<string>(undefined);
  /** The latest look-up, so that the form does not repeat it. */
  const latest = useRef<{ email: string; choice: Promise<SsoChoice | undefined> }>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const emailIn = (text: string) => (isOn ? readIdentifier(text, ['email'])?.value : undefined);

  function watch(text: string) {
    const email = emailIn(text);
    if (email === current.current) {
      return;
    }
    current.current = email;
    window.clearTimeout(timer.current);
    setFound(undefined);
    if (email) {
      timer.current = window.setTimeout(() => show(email), pauseMs);
    }
  }

  async function show(email: string) {
    // A failure is reported when the form is sent, which asks again.
    const choice = await lookUp(email).catch(() => undefined);
    if (current.current === email) {
      setFound(choice);
    }
  }

  /** The connectors of the text; undefined if it is no address of a company. An address that was pasted is not known yet. */
  function lookUp(text: string): Promise<SsoChoice | undefined> {
    const email = emailIn(text);
    if (!email) {
      return Promise.resolve(undefined);
    }
    if (latest.current?.email !== email) {
      const choice = findConnectors(email).then((connectorIds) =>
        connectorIds.length > 0 ? { email, connectorIds } : undefined,
      );
      latest.current = { email, choice };
      choice.catch(() => {
        latest.current = undefined;
      });
    }
    return latest.current.choice;
  }

  return { found, watch, lookUp, mayBeSso: (text: string) => emailIn(text) !== undefined };
}

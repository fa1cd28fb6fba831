import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Outline } from '../../parts/icons.tsx';
import { LastUsed } from '../../parts/last-used.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { lastUsedMethod } from '../../platform/last-used.ts';
import { hasPasskeys } from '../../platform/passkeys.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import '../../parts/button.css';
import '../../parts/other-ways.css';

/** How the first page offers passkeys. The web views of native applications cannot use them. */
export function passkeyWays({ experience, previewOrigin }: Settings) {
  const { enabled = false, showPasskeyButton = false, allowAutofill = false } = experience.passkeySignIn;
  const isUsable = enabled && hasPasskeys();
  // The console's preview never signs in.
  return { hasButton: isUsable && showPasskeyButton, hasAutofill: isUsable && allowAutofill && !previewOrigin };
}

/** Few people sign in this way: the calls are a separate chunk. */
const load = () => import('./sign-in-passkey.ts');

/** Outline from Tabler (MIT). */
const key = 'M4 16a4 4 0 1 0 8 0a4 4 0 0 0-8 0M11 13l9-9M16 8l3 3';

type PasskeyWayProps = ReturnType<typeof passkeyWays> & { isBelowForm: boolean };

/** The button for a passkey, and the request behind the suggestions in the field for the identifier. */
export function PasskeyWay({ hasButton, hasAutofill, isBelowForm }: PasskeyWayProps) {
  const settings = useSettings();
  const phrases = usePhrases();
  const { factors: words, providers, common } = phrases;
  const { send, busy, slow, alert } = useSending();
  const suggestion = useRef<AbortController>(undefined);
  const markId = useId();
  const isLast = lastUsedMethod(settings) === 'passkey';

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    const proceed = await (await load()).awaitSuggestion(phrases, settings, signal);
    if (proceed) {
      send(proceed);
    }
  });
  useEffect(() => {
    if (!hasAutofill) {
      return;
    }
    const controller = new AbortController();
    suggestion.current = controller;
    // Suggestions are an extra: without them the form and the button still work.
    suggest(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [hasAutofill]);

  const signIn = () =>
    send(async () => {
      // A browser handles one request at a time.
      suggestion.current?.abort();
      await (await load()).signInWithPasskey(phrases, settings);
    });

  return (
    <>
      {hasButton && (
        <>
          {isBelowForm && <p className="divider">{providers.or}</p>}
          <ul className="ways ways-wide passkey-way">
            <li>
              <button
                type="button"
                className="button"
                aria-describedby={isLast ? markId : undefined}
                aria-disabled={busy}
                aria-busy={busy}
                onClick={signIn}
              >
                <Outline name="passkey" path={key} />
                <span>{words.signInWithPasskey}</span>
                {slow && <span className="spinner" />}
              </button>
              {isLast && <LastUsed id={markId} />}
            </li>
          </ul>
        </>
      )}
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
    </>
  );
}

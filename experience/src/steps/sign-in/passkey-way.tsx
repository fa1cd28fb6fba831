import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Outline } from '../../parts/icons.tsx';
import { LastUsed } from '../../parts/last-used.tsx';
import { agreement } from '../../parts/terms.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { CallError } from '../../platform/client.ts';
import { lastUsedMethod } from '../../platform/last-used.ts';
import { nativeBridge } from '../../platform/native-bridge.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import '../../parts/button.css';
import '../../parts/other-ways.css';

/** How the first page offers passkeys. The web views of native applications cannot use them. */
export function passkeyWays({ experience, previewOrigin }: Settings) {
  const { enabled = false, showButton = false, allowAutofill = false } = experience.passkeySignIn;
  const isUsable = enabled && 'PublicKeyCredential' in window && !nativeBridge();
  // The console's preview never signs in.
  return { hasButton: isUsable && showButton, hasAutofill: isUsable && allowAutofill && !previewOrigin };
}

/** Few people sign in this way: the calls are a separate chunk. */
const load = () => import('../mfa/sign-in-passkey.ts');

/** Outline from Tabler (MIT). */
const key =
  'M14 7a4 4 0 1 1-8 0a4 4 0 0 1 8 0M3 21v-1a5 5 0 0 1 5-5h3M17 13a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M17 18v4l1.5-1';

type PasskeyWayProps = ReturnType<typeof passkeyWays> & { isBelowForm: boolean };

/** The button for a passkey, and the request behind the suggestions in the field for the identifier. */
export function PasskeyWay({ hasButton, hasAutofill, isBelowForm }: PasskeyWayProps) {
  const settings = useSettings();
  const { factors: words, providers, terms, common } = usePhrases();
  const { send, busy, slow, alert } = useSending();
  const suggestion = useRef<AbortController>(undefined);
  const markId = useId();
  const isLast = lastUsedMethod(settings) === 'passkey';

  function checkTerms() {
    const box = document.querySelector<HTMLInputElement>('input[name="terms"]');
    if (agreement(settings, 'SignIn') === 'checkbox' && !box?.checked) {
      box?.focus();
      throw new CallError({ code: 'terms.required', message: terms.required });
    }
  }

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    const { awaitSuggestion } = await load();
    const proceed = await awaitSuggestion(words, signal);
    if (proceed) {
      send(async () => {
        checkTerms();
        await proceed();
      });
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
      checkTerms();
      // A browser handles one request at a time.
      suggestion.current?.abort();
      await (await load()).signInWithPasskey(words);
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

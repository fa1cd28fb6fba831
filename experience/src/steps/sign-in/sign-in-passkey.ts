import { agreement } from '../../parts/terms.tsx';
import { beginInBackground } from '../../platform/begin.ts';
import { CallError, call } from '../../platform/client.ts';
import { saveMethod } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { finish } from '../../platform/finish.ts';
import { forgetPasskey, hasCapability, requestPasskey } from '../../platform/passkeys.ts';
import type { Phrases } from '../../platform/phrases.ts';
import type { Settings } from '../../platform/settings.ts';

type Asked = Awaited<ReturnType<typeof ask>>;

/** A passkey identifies the person, so this flow needs no captcha. */
async function ask() {
  await call('start', { interactionEvent: 'SignIn' });
  return callFactors('askForSignInPasskey', {});
}

async function verify(
  { verificationId, authenticationOptions }: Asked,
  payload: Awaited<ReturnType<typeof requestPasskey>>,
) {
  try {
    await callFactors('verifySignInPasskey', { verificationId, payload });
  } catch (error) {
    if (error instanceof CallError && error.code === 'session.identifier_not_found') {
      await forgetPasskey(authenticationOptions.rpId, payload.id);
    }
    throw error;
  }
  saveMethod('passkey');
  await finish(verificationId);
}

/** Terms that must be accepted are part of the form of the page. */
function checkTerms({ terms }: Phrases, settings: Settings): void {
  const box = document.querySelector<HTMLInputElement>('input[name="terms"]');
  if (agreement(settings, 'SignIn') === 'checkbox' && !box?.checked) {
    box?.focus();
    throw new CallError({ code: 'terms.required', message: terms.required });
  }
}

/** Asks for any passkey of this site, and signs in with it. */
export async function signInWithPasskey(phrases: Phrases, settings: Settings): Promise<void> {
  checkTerms(phrases, settings);
  const asked = await ask();
  await verify(asked, await requestPasskey(asked.authenticationOptions, phrases.factors));
}

/**
 * Lets the browser suggest passkeys in the form (conditional mediation), until a person chooses one. Returns how to
 * sign in with it; undefined if the browser has no suggestions.
 */
export async function awaitSuggestion(
  phrases: Phrases,
  settings: Settings,
  signal: AbortSignal,
): Promise<(() => Promise<void>) | undefined> {
  if (!(await hasCapability('conditionalGet'))) {
    return undefined;
  }
  const asked = await beginInBackground(ask());
  const payload = await requestPasskey(asked.authenticationOptions, phrases.factors, {
    mediation: 'conditional',
    signal,
  });
  return async () => {
    checkTerms(phrases, settings);
    try {
      await verify(asked, payload);
    } catch (error) {
      // A submitted form has started the sign-in again meanwhile, so the passkey is asked for once more.
      if (error instanceof CallError && error.code === 'session.verification_session_not_found') {
        return signInWithPasskey(phrases, settings);
      }
      throw error;
    }
  };
}

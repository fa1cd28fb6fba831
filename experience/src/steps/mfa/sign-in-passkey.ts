import { beginInBackground } from '../../platform/begin.ts';
import { CallError, call } from '../../platform/client.ts';
import { keepMethod } from '../../platform/draft.ts';
import { finish } from '../../platform/finish.ts';
import { forgetPasskey, hasCapability, requestPasskey } from '../../platform/passkeys.ts';
import type { Phrases } from '../../platform/phrases.ts';
import { callFactors } from './calls.ts';

type Words = Phrases['factors'];
type Asked = Awaited<ReturnType<typeof ask>>;

/** A passkey identifies the person, so this flow needs no captcha. */
async function ask() {
  await call('start', { interactionEvent: 'SignIn' });
  return callFactors('askForSignInPasskey');
}

async function verify(
  { verificationId, authenticationOptions }: Asked,
  payload: Awaited<ReturnType<typeof requestPasskey>>,
) {
  try {
    await callFactors('verifySignInPasskey', { verificationId, payload });
  } catch (error) {
    if (error instanceof CallError && error.code === 'session.mfa.webauthn_verification_not_found') {
      await forgetPasskey(authenticationOptions.rpId, payload.id);
    }
    throw error;
  }
  keepMethod('passkey');
  await finish(verificationId);
}

/** Asks for any passkey of this site, and signs in with it. */
export async function signInWithPasskey(words: Words): Promise<void> {
  const asked = await ask();
  await verify(asked, await requestPasskey(asked.authenticationOptions, words));
}

/**
 * Lets the browser suggest passkeys in the form (conditional mediation), until a person chooses one. Returns how to
 * sign in with it; undefined if the browser has no suggestions.
 */
export async function awaitSuggestion(words: Words, signal: AbortSignal): Promise<(() => Promise<void>) | undefined> {
  if (!(await hasCapability('conditionalGet'))) {
    return undefined;
  }
  const asked = await beginInBackground(ask());
  const payload = await requestPasskey(asked.authenticationOptions, words, { mediation: 'conditional', signal });
  return async () => {
    try {
      await verify(asked, payload);
    } catch (error) {
      // A submitted form has started the sign-in again meanwhile, so the passkey is asked for once more.
      if (error instanceof CallError && error.code === 'session.verification_session_not_found') {
        return signInWithPasskey(words);
      }
      throw error;
    }
  };
}

import { Interaction, signInApi } from '@postern/contracts/sign-in/sign-in';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';

/** Where a finished sign-in leads. */
export const application = 'https://app.example.com/callback?code=x';

/** A server that accepts every step of a sign-in. */
export function answerSignIn(api: FakeApi): void {
  const proof = { verificationId: 'proof' };
  api.byDefault(signInApi.start, undefined);
  api.byDefault(signInApi.changeEvent, undefined);
  api.byDefault(signInApi.identify, undefined);
  api.byDefault(signInApi.submit, { redirectTo: application });
  api.byDefault(signInApi.interaction, sample(Interaction, { interactionEvent: 'SignIn' }));
  api.byDefault(signInApi.verifyPassword, proof);
  api.byDefault(signInApi.sendCode, proof);
  api.byDefault(signInApi.verifyCode, proof);
  api.byDefault(signInApi.newPasswordIdentity, proof);
  api.byDefault(signInApi.addProfile, undefined);
  api.byDefault(signInApi.setPassword, undefined);
}

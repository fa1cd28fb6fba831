import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';

/** Settings of the sign-in pages, which keep what is saved. */
export function answerExperience(api: FakeApi, given: Partial<SignInExperience> = {}) {
  const state = { stored: sample(SignInExperience, given) };
  api.on(signInExperienceApi.get, () => state.stored);
  api.on(signInExperienceApi.update, ({ body }) => {
    state.stored = SignInExperience.parse({ ...state.stored, ...body });
    return state.stored;
  });
  return state;
}

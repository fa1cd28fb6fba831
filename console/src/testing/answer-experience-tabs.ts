import { customPhrasesApi } from '@postern/contracts/experience/custom-phrases';
import type { PreviewMessage } from '@postern/contracts/experience/preview';
import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { UserAssetsStatus, userAssetsApi } from '@postern/contracts/records/user-assets';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { vi } from 'vitest';
import { answerExperience } from './answer-experience.ts';

/** Answers what all tabs of the sign-in experience ask for, and stores what they send. Returns the stored settings. */
export function answerExperienceTabs(api: FakeApi, given: Partial<SignInExperience> = {}): () => SignInExperience {
  const state = answerExperience(api, {
    color: { primaryColor: defaultBrandColor, darkPrimaryColor: defaultDarkBrandColor, isDarkModeEnabled: false },
    languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
    signInMode: 'SignInAndRegister',
    ...given,
  });
  api.on(signInExperienceApi.update, ({ body }) => {
    // Empty texts are removed, as on the server.
    const sent = Object.entries(body).map(([key, value]) => [key, value === '' ? null : value]);
    state.stored = SignInExperience.parse({ ...state.stored, ...Object.fromEntries(sent) });
    return state.stored;
  });
  api.on(customPhrasesApi.list, []);
  api.on(consoleSettingsApi.get, sample(ConsoleSettings, { signInExperienceCustomized: true }));
  api.on(userAssetsApi.status, sample(UserAssetsStatus, { status: 'ready' }));
  return () => state.stored;
}

/**
 * Records what the preview is sent. Returns the last message, and asks for one as the page in the preview does once it
 * listens; ends with `vi.restoreAllMocks`.
 */
export function watchPreview(): () => PreviewMessage['config'] | undefined {
  let last: PreviewMessage | undefined;
  const windowOf = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')?.get;
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (this: HTMLIFrameElement) {
    const frame: Window | null = windowOf?.call(this);
    if (frame) {
      const send = globalThis.postMessage.bind(frame);
      frame.postMessage = (message: PreviewMessage, ...rest: unknown[]) => {
        last = message.sender === 'ac_preview' ? message : last;
        Reflect.apply(send, frame, [message, ...rest]);
      };
    }
    return frame;
  });
  return () => {
    const source = last ? undefined : document.querySelector('iframe')?.contentWindow;
    if (source) dispatchEvent(new MessageEvent('message', { source, data: { sender: 'ac_preview_ready' } }));
    return last?.config;
  };
}

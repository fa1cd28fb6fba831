import type { PreviewMessage } from '@postern/contracts/experience/preview';
import { loadPhrases, type Phrases } from '../platform/phrases.ts';
import { currentPath } from '../platform/prefix.ts';
import { navigate } from '../platform/router.ts';
import type { Settings } from '../platform/settings.ts';
import { applyLooks, removeLooks } from './apply-looks.ts';
import { forceTheme } from './force-theme.ts';

function isPreviewMessage(data: unknown): data is PreviewMessage {
  return typeof data === 'object' && data !== null && 'sender' in data && data.sender === 'ac_preview';
}

function stop(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Disables clicks, focus and links, and prevents calls to the server. */
function makeInert(place: HTMLElement) {
  place.inert = true;
  for (const kind of ['click', 'submit']) {
    window.addEventListener(kind, stop, true);
  }
  window.fetch = () => new Promise(() => undefined);
}

type Render = (settings: Settings, phrases: Phrases) => void;

/** Renders each message from the console without reloading the page. Accepts messages from that origin only. */
export function startPreview(place: HTMLElement, sent: Settings, origin: string, render: Render) {
  makeInert(place);
  if (window.parent === window) {
    // Opened directly: shows the stored settings, equally inert.
    void loadPhrases(sent.language, sent.phrases).then((phrases) => render(sent, phrases));
    return;
  }
  removeLooks();
  let latest: PreviewMessage['config'] | undefined;

  async function show(config: PreviewMessage['config']) {
    latest = config;
    const { language, path } = config;
    const phrases = await loadPhrases(language, config.phrases);
    if (config !== latest) {
      return;
    }
    const experience = { ...sent.experience, ...config.signInExperience };
    const customCss = [experience.customCss, config.accountCenter?.customCss].filter(Boolean).join('\n') || null;
    applyLooks({ ...experience, customCss }, language);
    if (path && path !== currentPath()) {
      navigate(path, { replace: true });
    }
    const center = config.accountCenter && { accountCenter: config.accountCenter };
    render({ ...sent, ...center, experience, language }, phrases);
    forceTheme(config.mode);
  }

  // Styles and pictures of a screen may load later.
  const again = () => latest && forceTheme(latest.mode);
  document.addEventListener('load', again, true);
  new MutationObserver(again).observe(place, { childList: true, subtree: true });
  window.addEventListener('message', (event) => {
    if (event.origin === origin && event.source === window.parent && isPreviewMessage(event.data)) {
      void show(event.data.config);
    }
  });
  window.parent.postMessage({ sender: 'ac_preview_ready' }, origin);
}

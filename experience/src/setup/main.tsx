import { createRoot } from 'react-dom/client';
import '../platform/theme.css';
import '../parts/page.css';
import '../parts/button.css';
import '../parts/form.css';
import { ChangeLanguageContext, createLanguageChange } from '../platform/change-language.ts';
import { loadPhrases, type Phrases, PhrasesContext } from '../platform/phrases.ts';
import { readSettings, type Settings, SettingsContext } from '../platform/settings.ts';
import { loadSetupPhrases, type SetupPhrases, SetupPhrasesContext } from './phrases.ts';
import { SetupPortal } from './portal.tsx';

export async function open(place: HTMLElement) {
  const settings = readSettings();
  const [phrases, words] = await Promise.all([
    loadPhrases(settings.language, settings.phrases),
    loadSetupPhrases(settings.language),
  ]);
  const root = createRoot(place);
  const changeLanguage = createLanguageChange(settings, async (changed, other) =>
    render(changed, other, await loadSetupPhrases(changed.language)),
  );
  const render = (current: Settings, sentences: Phrases, ownSentences: SetupPhrases) =>
    root.render(
      <SettingsContext value={current}>
        <PhrasesContext value={sentences}>
          <SetupPhrasesContext value={ownSentences}>
            <ChangeLanguageContext value={changeLanguage}>
              <SetupPortal />
            </ChangeLanguageContext>
          </SetupPhrasesContext>
        </PhrasesContext>
      </SettingsContext>,
    );
  render(settings, phrases, words);
  return root;
}

const place = document.getElementById('root');
if (place) {
  void open(place);
}

import { ssoProviderLogos } from '@postern/contracts/experience/sso-logos';
import type { SsoProviderName } from '@postern/contracts/people/sso-configs';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { useSettings } from '../../platform/settings.ts';
import { callSetup } from '../calls.ts';
import { Action, Actions, Section } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { choiceOf, providerOrder } from '../providers.ts';
import { useChange, usePortal } from '../use-setup.ts';

export function ProviderStep() {
  const words = useSetupPhrases();
  const { color } = useSettings().experience;
  const { setup, update, next } = usePortal();
  const { send, busy, alert } = useChange();
  const [chosen, setChosen] = useState<SsoProviderName | undefined>(setup.connector?.providerName);
  const choices = providerOrder.filter((name) => setup.providers.includes(name));
  const isChanged = setup.connector !== null && chosen !== setup.connector.providerName;

  async function choose() {
    if (chosen) {
      update(await callSetup('chooseProvider', { body: { providerName: chosen } }));
      next();
    }
  }

  return (
    <Section title={words.provider.title}>
      <div className="setup-choices" role="radiogroup" aria-label={words.provider.title}>
        {choices.map((name) => (
          <label key={name} className="setup-choice">
            <input type="radio" name="provider" checked={chosen === name} onChange={() => setChosen(name)} />
            <picture>
              {color.isDarkModeEnabled && (
                <source srcSet={ssoProviderLogos[name].logoDark} media="(prefers-color-scheme: dark)" />
              )}
              <img src={ssoProviderLogos[name].logo} width={24} height={24} alt="" />
            </picture>
            {choiceOf(name, words)}
          </label>
        ))}
      </div>
      {isChanged && <p className="setup-note">{words.provider.change}</p>}
      <Actions>
        {chosen && (
          <Action isPrimary busy={busy} onClick={() => send(choose)}>
            {words.next}
          </Action>
        )}
      </Actions>
      <Alert {...alert} />
    </Section>
  );
}

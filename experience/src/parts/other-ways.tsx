import { useState } from 'react';
import { fill } from '../platform/languages.ts';
import { nativeBridge } from '../platform/native-bridge.ts';
import { usePhrases } from '../platform/phrases.ts';
import { leaveFor } from '../platform/provider-way.ts';
import { type Provider, providerName, shownProviders } from '../platform/providers.ts';
import { type Settings, useSettings } from '../platform/settings.ts';
import { Alert } from './alert.tsx';
import { OneTap } from './one-tap.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import { useSending } from './use-sending.ts';
import './button.css';
import './other-ways.css';

/** From this many on there are only logos; names would not fit. */
const namedUpTo = 3;
const longestInRow = 9;
const logosUpTo = 8;

/** Whether anybody can sign in by a provider here. */
export const hasOtherWays = ({ experience }: Settings) =>
  shownProviders(experience.socialConnectors, nativeBridge()).length > 0;

/** Providers to sign in with, below the form where there is one. */
export function OtherWays({ isBelowForm }: { isBelowForm: boolean }) {
  const settings = useSettings();
  const { providers: words } = usePhrases();
  const providers = shownProviders(settings.experience.socialConnectors, nativeBridge());
  if (providers.length === 0) {
    return null;
  }
  return (
    <>
      {isBelowForm && <p className="divider">{words.or}</p>}
      <Buttons providers={providers} />
      <OneTap />
    </>
  );
}

function Buttons({ providers }: { providers: Provider[] }) {
  const { experience, language } = useSettings();
  const { providers: words, common } = usePhrases();
  // An application around the page takes over and may come back without a word.
  const { send, busy, slow, alert } = useSending(undefined, { stays: nativeBridge() !== undefined });
  const [pressed, setPressed] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const names = providers.map((one) => providerName(one, language));
  const layout = layoutOf(names);
  // Connectors without a logo of their own share one, which tells nobody which is which.
  const isShared = ({ logo }: Provider) => providers.filter((one) => one.logo === logo).length > 1;
  const isFolded = providers.length > logosUpTo && !isOpen;
  const shown = isFolded ? providers.slice(0, logosUpTo - 1) : providers;

  function leave(provider: Provider, button: HTMLElement) {
    if (busy) {
      return;
    }
    setPressed(provider.id);
    // Who may only register starts by registering; for everybody else the way back decides.
    const event = experience.signInMode === 'Register' ? 'Register' : 'SignIn';
    send(() => leaveFor(provider, { event, isAgreed: isTicked(button) }));
  }

  return (
    <>
      <ul className={`ways ways-${layout}`} aria-label={words.list}>
        {shown.map((provider, index) => {
          const sentence = fill(words.continueWith, { name: names[index] ?? '' });
          const isPressed = busy && pressed === provider.id;
          return (
            <li key={provider.id}>
              <button
                type="button"
                className="button"
                aria-label={sentence}
                title={layout === 'logos' ? names[index] : undefined}
                aria-disabled={busy}
                aria-busy={isPressed}
                onClick={(event) => leave(provider, event.currentTarget)}
              >
                {isPressed && slow && layout !== 'wide' ? (
                  <span className="spinner" />
                ) : (
                  <ProviderLogo provider={provider} name={names[index] ?? ''} isPlain={isShared(provider)} />
                )}
                {layout !== 'logos' && <span>{layout === 'wide' ? sentence : names[index]}</span>}
                {isPressed && slow && layout === 'wide' && <span className="spinner" />}
              </button>
            </li>
          );
        })}
        {isFolded && (
          <li>
            <button type="button" className="button" onClick={() => setOpen(true)}>
              {fill(words.more, { count: providers.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
    </>
  );
}

function layoutOf(names: string[]): 'wide' | 'row' | 'logos' {
  if (names.length > namedUpTo) {
    return 'logos';
  }
  return names.length > 1 && names.every(({ length }) => length <= longestInRow) ? 'row' : 'wide';
}

/** The form of the page asks for the terms; whoever ticked them there is not asked again on the way back. */
const isTicked = (button: HTMLElement) =>
  button.closest('.card')?.querySelector<HTMLInputElement>('input[name="terms"]')?.checked ?? false;

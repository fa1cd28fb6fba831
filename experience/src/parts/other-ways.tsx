import { useEffect, useId, useState } from 'react';
import { fill } from '../platform/languages.ts';
import { lastUsedMethod } from '../platform/last-used.ts';
import { nativeBridge } from '../platform/native-bridge.ts';
import { usePhrases } from '../platform/phrases.ts';
import { callbackOf, leaveFor } from '../platform/provider-way.ts';
import { type Provider, providerName, shownProviders } from '../platform/providers.ts';
import { type Settings, useSettings } from '../platform/settings.ts';
import { Alert } from './alert.tsx';
import { LastUsed } from './last-used.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import { useSending } from './use-sending.ts';
import './button.css';
import './other-ways.css';

/** With more providers than this only logos are shown, because names would not fit. */
const namedUpTo = 3;
const longestInRow = 9;
const logosUpTo = 8;

/** Whether sign-in with a provider is available. */
export const hasOtherWays = ({ experience }: Settings) =>
  shownProviders(experience.socialConnectors, nativeBridge()).length > 0;

/** Providers to sign in with, below the form if there is one. */
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
      <Buttons providers={providers} isOnlyWay={!isBelowForm && providers.length === 1} />
      <OneTap />
    </>
  );
}

type ButtonsProps = { providers: Provider[] /** The only method needs no "last used" mark. */; isOnlyWay: boolean };

function Buttons({ providers, isOnlyWay }: ButtonsProps) {
  const settings = useSettings();
  const { experience, language } = settings;
  const { providers: words, common } = usePhrases();
  // A native application takes over and may return without a response.
  const { send, busy, slow, alert } = useSending(undefined, { stays: nativeBridge() !== undefined });
  const [pressed, setPressed] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const nameOf = (one: Provider) => providerName(one, language);
  const layout = layoutOf(providers.map(nameOf));
  const markId = useId();
  const lastMethod = isOnlyWay ? undefined : lastUsedMethod(settings);
  const last = providers.find(({ target }) => lastMethod === `social:${target}`);
  // Connectors without their own logo share a default one, so it cannot tell them apart.
  const isShared = ({ logo }: Provider) => providers.filter((one) => one.logo === logo).length > 1;
  const isFolded = providers.length > logosUpTo && !isOpen;
  const shown = isFolded ? firstOf(providers, logosUpTo - 1, last) : providers;

  function leave(provider: Provider, button: HTMLElement) {
    if (busy) {
      return;
    }
    setPressed(provider.id);
    // In register-only mode the flow starts as a registration; otherwise the type is decided on return.
    const event = experience.signInMode === 'Register' ? 'Register' : 'SignIn';
    send(() => leaveFor(provider, { event, isAgreed: isTicked(button) }));
  }

  return (
    <>
      <ul className={`ways ways-${layout}`} aria-label={words.list}>
        {shown.map((provider) => {
          const name = nameOf(provider);
          const sentence = fill(words.continueWith, { name });
          const isLast = provider === last;
          const isPressed = busy && pressed === provider.id;
          return (
            <li key={provider.id}>
              <button
                type="button"
                className="button"
                aria-label={sentence}
                title={layout === 'logos' ? name : undefined}
                aria-describedby={isLast ? markId : undefined}
                aria-disabled={busy}
                aria-busy={isPressed}
                onClick={(event) => leave(provider, event.currentTarget)}
              >
                {isPressed && slow && layout !== 'wide' ? (
                  <span className="spinner" />
                ) : (
                  <ProviderLogo provider={provider} name={name} isPlain={isShared(provider)} />
                )}
                {layout !== 'logos' && <span>{layout === 'wide' ? sentence : name}</span>}
                {isPressed && slow && layout === 'wide' && <span className="spinner" />}
              </button>
              {isLast && (layout === 'logos' ? <span className="last-dot" /> : <LastUsed id={markId} />)}
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
      {last && layout === 'logos' && (
        <p className="last-caption" id={markId}>
          {fill(words.lastUsed, { name: nameOf(last) })}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {slow && common.working}
      </span>
      <Alert {...alert} />
    </>
  );
}

/** The first providers, always including the last used one. */
function firstOf(providers: Provider[], count: number, last: Provider | undefined): Provider[] {
  const first = providers.slice(0, count);
  return last && !first.includes(last) ? [...first.slice(0, -1), last] : first;
}

function layoutOf(names: string[]): 'wide' | 'row' | 'logos' {
  if (names.length > namedUpTo) {
    return 'logos';
  }
  return names.length > 1 && names.every(({ length }) => length <= longestInRow) ? 'row' : 'wide';
}

/** Terms accepted in the form of the page are not asked for again after the provider. */
const isTicked = (button: HTMLElement) =>
  button.closest('.card')?.querySelector<HTMLInputElement>('input[name="terms"]')?.checked ?? false;

const oneTapScript = 'https://accounts.google.com/gsi/client';

/** Google's prompt, which posts its credential to our callback. Its script is loaded only if One Tap is enabled. */
function OneTap() {
  const { experience, previewOrigin } = useSettings();
  const { googleOneTap } = experience;
  // The console's preview never signs in.
  const isEnabled = googleOneTap?.isEnabled === true && !previewOrigin;
  useEffect(() => {
    if (!isEnabled || document.querySelector(`script[src="${oneTapScript}"]`)) {
      return;
    }
    document.head.append(Object.assign(document.createElement('script'), { src: oneTapScript, async: true }));
  }, [isEnabled]);
  if (!isEnabled) {
    return null;
  }
  const { clientId, connectorId, autoSelect = false, closeOnTapOutside = true, itpSupport = true } = googleOneTap;
  return (
    <div
      id="g_id_onload"
      data-client_id={clientId}
      data-login_uri={callbackOf(connectorId)}
      data-auto_select={String(autoSelect)}
      data-cancel_on_tap_outside={String(closeOnTapOutside)}
      data-itp_support={String(itpSupport)}
    />
  );
}

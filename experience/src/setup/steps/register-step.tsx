import { fill } from '../../platform/languages.ts';
import { Action, Actions, Section, Values } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { nameOf } from '../providers.ts';
import { usePortal } from '../use-setup.ts';

const valueNames = [
  'redirectUri',
  'postLogoutRedirectUri',
  'backChannelLogoutUri',
  'entityId',
  'assertionConsumerServiceUrl',
  'singleLogoutServiceUrl',
  'metadataUrl',
] as const;

/** What to do at the identity provider, and what to enter there. */
export function RegisterStep() {
  const words = useSetupPhrases();
  const { setup, next } = usePortal();
  if (!setup.connector) {
    return null;
  }
  const { providerName, values } = setup.connector;
  const shown = valueNames.flatMap((name) => {
    const value = values[name];
    return value ? [{ name: words.register[name], value }] : [];
  });
  return (
    <Section title={fill(words.register.title, { provider: nameOf(providerName, words) })} text={words.register.text}>
      <ol className="setup-guide">
        {words.register.guides[providerName].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <h3>{words.register.values}</h3>
      <Values label={words.register.values} values={shown} />
      <Actions>
        <Action isPrimary onClick={next}>
          {words.next}
        </Action>
      </Actions>
    </Section>
  );
}

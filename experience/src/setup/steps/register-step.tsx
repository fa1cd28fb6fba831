import { type SsoProduct, ssoProducts } from '@postern/contracts/people/sso-steps';
import { useId, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { fill } from '../../platform/languages.ts';
import { Action, Actions, Section, Values } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { stepsFor } from '../product-steps.ts';
import { isAnyProduct, nameOf } from '../providers.ts';
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
  const [product, setProduct] = useState<SsoProduct>();
  if (!setup.connector) {
    return null;
  }
  const { providerName, providerType, values } = setup.connector;
  const shown = valueNames.flatMap((name) => {
    const value = values[name];
    return value ? [{ name: words.register[name], value }] : [];
  });
  return (
    <Section title={fill(words.register.title, { provider: nameOf(providerName, words) })} text={words.register.text}>
      {isAnyProduct(providerName) && <ProductSelect chosen={product} onChoose={setProduct} />}
      <ol className="setup-guide">
        {(product ? stepsFor(product, providerType, words) : words.register.guides[providerName]).map((text) => (
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

type ProductSelectProps = { chosen: SsoProduct | undefined; onChoose: (product: SsoProduct | undefined) => void };

/** Products that are connected with a general protocol have their own steps. */
function ProductSelect({ chosen, onChoose }: ProductSelectProps) {
  const id = useId();
  const { register: words } = useSetupPhrases();
  return (
    <div className="field">
      <label htmlFor={id}>{words.product}</label>
      <div className="input-box">
        <select
          id={id}
          className="input has-end"
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(ssoProducts.find((one) => one === value))}
        >
          <option value="">{words.otherProduct}</option>
          {ssoProducts.map((product) => (
            <option key={product} value={product}>
              {product}
            </option>
          ))}
        </select>
        <span className="select-arrow">
          <Icon name="chevron-down" />
        </span>
      </div>
    </div>
  );
}

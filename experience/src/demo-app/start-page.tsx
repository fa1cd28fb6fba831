import { useId, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { issuer } from '../platform/relying-party.ts';
import { Failure } from './failure.tsx';
import { useDemoPhrases } from './phrases.ts';
import { beginSignIn, demoApp } from './session.ts';

export function StartPage({ failed }: { failed?: unknown }) {
  const { start } = useDemoPhrases();
  const [prompt, setPrompt] = useState('consent');
  const [error, setError] = useState(failed);
  const begin = (register: boolean) => () => beginSignIn({ prompt, register }).catch(setError);
  return (
    <section className="demo-start">
      <h1>{start.title}</h1>
      <p>{start.text}</p>
      {error !== undefined && <Failure error={error} />}
      <div className="demo-actions">
        <button type="button" className="button primary" onClick={begin(false)}>
          {start.signIn}
        </button>
        <button type="button" className="button" onClick={begin(true)}>
          {start.register}
        </button>
      </div>
      <Options prompt={prompt} onPrompt={setPrompt} />
    </section>
  );
}

function Options({ prompt, onPrompt }: { prompt: string; onPrompt: (prompt: string) => void }) {
  const { start } = useDemoPhrases();
  const id = useId();
  const facts = [
    [start.client, demoApp.clientId],
    [start.issuer, issuer.href],
    [start.redirectUri, demoApp.redirectUri],
    [start.scopes, demoApp.scopes.join(' ')],
  ];
  return (
    <details className="demo-options">
      <summary>
        <Icon name="chevron-down" size={16} />
        {start.options}
      </summary>
      <div className="demo-option">
        <label htmlFor={id}>{start.prompt}</label>
        <select id={id} value={prompt} onChange={(event) => onPrompt(event.target.value)}>
          {Object.entries(start.prompts).map(([value, words]) => (
            <option key={value} value={value}>
              {value ? `${value}: ${words}` : words}
            </option>
          ))}
        </select>
      </div>
      <dl className="demo-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

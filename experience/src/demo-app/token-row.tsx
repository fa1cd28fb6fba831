import { useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { fill } from '../platform/languages.ts';
import { decode } from './decode.ts';
import { useDemoPhrases } from './phrases.ts';

type TokenRowProps = { name: string; token: string; note?: string };

export function TokenRow({ name, token, note }: TokenRowProps) {
  const { token: words } = useDemoPhrases();
  const decoded = decode(token);
  return (
    <article className="demo-token">
      <header>
        <h3>{name}</h3>
        <CopyButton label={fill(words.copy, { name })} text={token} />
      </header>
      {note && <p className="demo-none">{note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="demo-raw" tabIndex={0} aria-label={name}>
        {token}
      </section>
      {decoded ? (
        <details>
          <summary>
            <Icon name="chevron-down" size={16} />
            {words.decoded}
          </summary>
          <Json title={words.header} value={decoded.header} />
          <Json title={words.payload} value={decoded.payload} />
        </details>
      ) : (
        <p className="demo-none">{words.opaque}</p>
      )}
    </article>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <>
      <h4>{title}</h4>
      <pre className="demo-json">{JSON.stringify(value, null, 2)}</pre>
    </>
  );
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const { token } = useDemoPhrases();
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  return (
    <>
      <span className="visually-hidden" role="status">
        {copied && token.copied}
      </span>
      <button type="button" className="demo-copy" aria-label={label} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </button>
    </>
  );
}

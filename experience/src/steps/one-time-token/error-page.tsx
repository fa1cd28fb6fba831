import { DeadEnd, WalledGate } from '../../parts/dead-end.tsx';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';

/** The URL contains only a code; the text is ours. */
export function TokenErrorPage() {
  const { oneTimeToken: words, providers } = usePhrases();
  const query = new URLSearchParams(window.location.search);
  const code = query.get('code') ?? '';
  const email = query.get('login_hint') ?? '';
  const known: Record<string, string> = words.reasons;
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={words.failed}
      text={<p>{known[code] ?? words.other}</p>}
      action={
        // Drops the rest of the query: its token would lead back to this page.
        <a className="button primary" {...linkTo(`/sign-in?${email && `login_hint=${encodeURIComponent(email)}`}`)}>
          {providers.another}
        </a>
      }
    />
  );
}

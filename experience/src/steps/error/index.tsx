import { BrokenGate, DeadEnd, WalledGate } from '../../parts/dead-end.tsx';
import { Icon } from '../../parts/icons.tsx';
import { usePhrases } from '../../platform/phrases.ts';
import type { Route, Step } from '../../platform/router.ts';

/** The policy of the tenant refuses this sign-in as too risky. The page does not tell why. */
const riskRefused = 'session.risk_refused';

export const error: Step = {
  routes: [
    { path: '/error', Page: ErrorPage },
    { path: '/account-suspended', Page: SuspendedPage },
  ],
  takes: { [riskRefused]: `/error?code=${riskRefused}` },
};

/** Shown for every path that no step claims. */
export const notFound: Route = { path: '*', Page: NotFoundPage };

export function NotFoundPage() {
  const { error: words } = usePhrases();
  return <DeadEnd drawing={<WalledGate />} title={words.notFoundTitle} text={<p>{words.notFoundText}</p>} />;
}

function SuspendedPage() {
  const { error: words, oneTimeToken } = usePhrases();
  const text = oneTimeToken.reasons['user.suspended'];
  return <DeadEnd drawing={<WalledGate />} title={words.refusedTitle} text={<p>{text}</p>} />;
}

/** The URL contains only a code and the request id; the text is ours, so a crafted link cannot change it. */
export function ErrorPage() {
  const { error: words } = usePhrases();
  const query = new URLSearchParams(window.location.search);
  const code = query.get('code')?.match(/^[\w.-]{1,80}$/)?.[0];
  const requestId = query.get('request_id')?.match(/^[\w-]{1,40}$/)?.[0];
  const known: Record<string, string> = words.known;
  return (
    <DeadEnd
      drawing={<BrokenGate />}
      title={code === riskRefused ? words.refusedTitle : words.title}
      text={<p>{known[code ?? ''] ?? words.text}</p>}
      details={
        (code || requestId) && (
          <p className="facts">
            {code && (
              <span className="tag">
                <Icon name="alert" size={14} />
                {code}
              </span>
            )}
            {requestId && (
              <span>
                {words.request} <code>{requestId}</code>
              </span>
            )}
          </p>
        )
      }
    />
  );
}

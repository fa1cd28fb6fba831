import { adminTenantId } from '@postern/contracts/wire';
import { DeadEnd, WalledGate } from '../../parts/dead-end.tsx';
import { saveNews } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { prefix } from '../../platform/prefix.ts';
import type { Step } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';

export const unknownSession: Step = {
  routes: [{ path: '/unknown-session', Page: UnknownSessionPage }],
  takes: {
    'session.not_found': '/unknown-session',
    'session.interaction_not_found': startAgain,
    'session.verification_session_not_found': startAgain,
    'session.identifier_not_found': startAgain,
  },
};

/** The sign-in is active, but another tab restarted it: the progress of this tab is lost. */
function startAgain(): string {
  saveNews('start-again');
  return '/sign-in';
}

function UnknownSessionPage() {
  const { unknownSession: words } = usePhrases();
  const { experience } = useSettings();
  const isConsole = experience.tenantId === adminTenantId;
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={words.title}
      text={
        <>
          <p>{words.text}</p>
          {!isConsole && <p>{words.next}</p>}
        </>
      }
      action={
        isConsole ? (
          <a className="button primary" href={`${prefix}/`}>
            {words.console}
          </a>
        ) : undefined
      }
    />
  );
}

import { useLoaded } from '../parts/loaded.tsx';
import { ApplicationsCard } from './applications-card.tsx';
import { callGrants, callSessions } from './calls.ts';
import { SessionsCard } from './sessions-card.tsx';
import { TrustedCard } from './trusted-card.tsx';
import './devices.css';

const loadSessions = async () => (await callSessions('list')).sessions;
const loadTrusted = () => callSessions('listDevices');
/** Applications with a refresh token. The others have no access once the person has left. */
const loadGrants = async () =>
  (await callGrants('listGrants')).grants.filter(({ refreshUntil }) => refreshUntil !== null);

/** Sessions of the person, and applications with access. Ending one of them may end some of the others. */
export function DevicesPage() {
  const sessions = useLoaded(loadSessions);
  const trusted = useLoaded(loadTrusted);
  const grants = useLoaded(loadGrants);
  const onChanged = async () => void (await Promise.all([sessions.reload(), trusted.reload(), grants.reload()]));
  return (
    <>
      <SessionsCard loading={sessions} onChanged={onChanged} />
      <TrustedCard loading={trusted} onChanged={onChanged} />
      <ApplicationsCard loading={grants} onChanged={onChanged} />
    </>
  );
}

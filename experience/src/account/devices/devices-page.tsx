import { ApplicationsCard } from './applications-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import './devices.css';

/** Where somebody is signed in, and what can act for them without them. */
export function DevicesPage() {
  return (
    <>
      <SessionsCard />
      <ApplicationsCard />
    </>
  );
}

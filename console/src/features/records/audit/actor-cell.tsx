import type { Log } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { actorOf, actorText } from './actor.ts';
import type { Names } from './use-names.ts';

export const userOf = ({ payload: { userId } }: Log, { users }: Names) => userId && (users.get(userId) ?? userId);

export const applicationOf = ({ payload: { applicationId } }: Log, { applications }: Names) =>
  applicationId && (applications.get(applicationId) ?? applicationId);

export function NameCell({ name }: { name: string | undefined }) {
  return (
    <span className="truncate" title={name}>
      {name || '–'}
    </span>
  );
}

/** Who did it. Without an actor, the user or the application acted itself. */
export function ActorCell({ log, names }: { log: Log; names: Names }) {
  const { t } = useTranslation();
  const actor = actorOf(log);
  const name = actor ? actorText(t, actor, names.ofActor(actor)) : userOf(log, names) || applicationOf(log, names);
  return <NameCell name={name} />;
}

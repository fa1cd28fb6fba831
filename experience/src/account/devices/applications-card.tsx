import type { UserApplicationGrant } from '@postern/contracts/people/user-sessions';
import { useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { prefix } from '../../platform/prefix.ts';
import { Card, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Loaded, type Loading } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { printDay, printList, printMoment } from '../parts/print.ts';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callGrants } from './calls.ts';

type ApplicationsCardProps = { loading: Loading<UserApplicationGrant[]>; onChanged: () => Promise<void> };

export function ApplicationsCard({ loading, onChanged }: ApplicationsCardProps) {
  const { devices: words } = useAccountPhrases();
  return (
    <Loaded loading={loading}>
      {(grants) => (
        <Card title={words.applications} help={words.applicationsHelp}>
          {grants.length === 0 ? (
            <p className="card-empty">{words.noApplications}</p>
          ) : (
            <ul className="device-list">
              {grants.map((grant) => (
                <ApplicationLine key={grant.id} grant={grant} onChanged={onChanged} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  );
}

type ApplicationLineProps = { grant: UserApplicationGrant; onChanged: () => Promise<void> };

function ApplicationLine({ grant, onChanged }: ApplicationLineProps) {
  const { devices: words, common } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withIdentity } = useVerifyIdentity();
  const [isAsking, setAsking] = useState(false);
  const name = grant.application.name;
  const known: Record<string, string> = words.scopes;
  const what = [
    // `openid` and `offline_access` mean nothing to most people.
    ...grant.scopes.flatMap((scope) => known[scope] ?? []),
    ...grant.resources.map(({ indicator }) => indicator),
  ];
  return (
    <li>
      <span className="app-letter" aria-hidden="true">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <div>
        <p className="device-name">{name}</p>
        <p>{fill(words.since, { date: printDay(grant.createdAt), time: printMoment(grant.lastUsedAt) })}</p>
        {what.length > 0 && <p>{fill(words.sees, { what: printList(what) })}</p>}
      </div>
      {grant.application.canInitiateLogin && (
        <a
          className="button small"
          href={`${prefix}/api/initiate-login/${encodeURIComponent(grant.application.id)}`}
          aria-label={fill(common.about, { action: words.open, what: name })}
        >
          {words.open}
        </a>
      )}
      {useAccess().isEditable('session') && (
        <RowButton action={words.takeBack} what={name} isDanger onClick={() => setAsking(true)} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={fill(words.takeBackTitle, { name })}
          text={words.takeBackText}
          action={words.takeBack}
          onClose={() => setAsking(false)}
          run={async () => {
            if (await withIdentity((proof) => callGrants('removeGrant', { params: { grantId: grant.id }, proof }))) {
              await onChanged();
              showSuccess(fill(words.takenBack, { name }));
            }
          }}
        />
      )}
    </li>
  );
}

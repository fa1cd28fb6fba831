import type { MyAccountSession } from '@postern/contracts/people/user-sessions';
import { useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { Card, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Loaded, type Loading } from '../parts/loaded.tsx';
import { printList } from '../parts/print-list.ts';
import { printMoment } from '../parts/print-time.ts';
import { useShowSuccess } from '../parts/tell.tsx';
import { type AccountPhrases, useAccountPhrases } from '../phrases/index.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callSessions } from './calls.ts';
import { DeviceIcon } from './device-icon.tsx';

/** One session to end, or all sessions except this one. */
type Leaving = MyAccountSession | 'others';

type SessionsCardProps = { loading: Loading<MyAccountSession[]>; onChanged: () => Promise<void> };

export function SessionsCard({ loading, onChanged }: SessionsCardProps) {
  const { devices: words } = useAccountPhrases();
  const [leaving, setLeaving] = useState<Leaving>();
  return (
    <Loaded loading={loading}>
      {(sessions) => (
        <Card
          title={words.sessions}
          help={words.sessionsHelp}
          action={
            sessions.some(({ isCurrent }) => !isCurrent) && (
              <button type="button" className="button small danger" onClick={() => setLeaving('others')}>
                {words.signOutOthers}
              </button>
            )
          }
        >
          <ul className="device-list">
            {sessions.toSorted(currentFirst).map((session) => (
              <SessionLine key={session.id} session={session} onLeave={() => setLeaving(session)} />
            ))}
          </ul>
          {leaving && <SignOutDialog leaving={leaving} onChanged={onChanged} onClose={() => setLeaving(undefined)} />}
        </Card>
      )}
    </Loaded>
  );
}

const currentFirst = (one: MyAccountSession, two: MyAccountSession) => Number(two.isCurrent) - Number(one.isCurrent);

function nameOf({ device: { browser, os } }: MyAccountSession, words: AccountPhrases['devices']): string {
  return browser && os ? fill(words.browserOn, { browser, os }) : (browser ?? os ?? words.unknown);
}

function SessionLine({ session, onLeave }: { session: MyAccountSession; onLeave: () => void }) {
  const { devices: words } = useAccountPhrases();
  const { device, ip, lastUsedAt, applications, isCurrent } = session;
  const name = nameOf(session, words);
  return (
    <li>
      <DeviceIcon kind={device.kind} />
      <div>
        <p className="device-name">
          {name}
          {isCurrent && <span className="here">{words.thisOne}</span>}
        </p>
        <p>
          {[fill(words.lastUsed, { time: printMoment(lastUsedAt) }), ip && fill(words.address, { ip })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {applications.length > 0 && <p>{printList(applications.map(({ id, name: called }) => called ?? id))}</p>}
      </div>
      {!isCurrent && <RowButton action={words.signOut} what={name} isDanger onClick={onLeave} />}
    </li>
  );
}

type SignOutProps = { leaving: Leaving; onChanged: () => Promise<void>; onClose: () => void };

function SignOutDialog({ leaving, onChanged, onClose }: SignOutProps) {
  const { devices: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const isAll = leaving === 'others';
  const end = (proof: string) =>
    isAll
      ? callSessions('removeOthers', { proof })
      : callSessions('remove', { params: { sessionId: leaving.id }, proof });
  return (
    <ConfirmDialog
      title={isAll ? words.signOutOthers : fill(words.signOutTitle, { what: nameOf(leaving, words) })}
      text={isAll ? words.signOutOthersText : words.signOutText}
      action={isAll ? words.signOutOthers : words.signOut}
      onClose={onClose}
      run={async () => {
        if (await withProof(end)) {
          await onChanged();
          showSuccess(isAll ? words.signedOutOthers : words.signedOut);
          onClose();
        }
      }}
    />
  );
}

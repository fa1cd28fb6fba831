import type { MyAccountSession } from '@postern/contracts/people/user-sessions';
import { useState } from 'react';
import { Outline } from '../../parts/icons.tsx';
import { fill } from '../../platform/languages.ts';
import { Card, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Loaded, type Loading } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { printList, printMoment } from '../parts/print.ts';
import { type AccountPhrases, useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callSessions } from './calls.ts';

/** One session to end, or all sessions except this one. */
type Leaving = MyAccountSession | 'others';

type SessionsCardProps = { loading: Loading<MyAccountSession[]>; onChanged: () => Promise<void> };

export function SessionsCard({ loading, onChanged }: SessionsCardProps) {
  const { devices: words } = useAccountPhrases();
  const [leaving, setLeaving] = useState<Leaving>();
  const { isEditable } = useAccess();
  return (
    <Loaded loading={loading}>
      {(sessions) => (
        <Card
          title={words.sessions}
          help={words.sessionsHelp}
          action={
            isEditable('session') &&
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

export function nameOf(
  { device: { browser, os } }: Pick<MyAccountSession, 'device'>,
  words: AccountPhrases['devices'],
): string {
  return browser && os ? fill(words.browserOn, { browser, os }) : (browser ?? os ?? words.unknown);
}

function SessionLine({ session, onLeave }: { session: MyAccountSession; onLeave: () => void }) {
  const { devices: words } = useAccountPhrases();
  const { isEditable } = useAccess();
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
      {!isCurrent && isEditable('session') && (
        <RowButton action={words.signOut} what={name} isDanger onClick={onLeave} />
      )}
    </li>
  );
}

type SignOutProps = { leaving: Leaving; onChanged: () => Promise<void>; onClose: () => void };

function SignOutDialog({ leaving, onChanged, onClose }: SignOutProps) {
  const { devices: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withIdentity } = useVerifyIdentity();
  const isAll = leaving === 'others';
  const end = (proof: string) =>
    isAll
      ? callSessions('removeOthers', { proof })
      : callSessions('remove', { params: { sessionId: leaving.id }, query: { revokeGrantsTarget: 'all' }, proof });
  return (
    <ConfirmDialog
      title={isAll ? words.signOutOthers : fill(words.signOutTitle, { what: nameOf(leaving, words) })}
      text={isAll ? words.signOutOthersText : words.signOutText}
      action={isAll ? words.signOutOthers : words.signOut}
      onClose={onClose}
      run={async () => {
        if (await withIdentity(end)) {
          await onChanged();
          showSuccess(isAll ? words.signedOutOthers : words.signedOut);
          onClose();
        }
      }}
    />
  );
}

type Kind = MyAccountSession['device']['kind'];

/** Outlines from Tabler (MIT). */
const screenPath =
  'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10M7 20h10M9 16v4M15 16v4';
const phonePath = 'M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14M11 4h2M12 17v.01';
const tabletPath =
  'M5 4a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-12a1 1 0 0 1 -1 -1v-16M11 17a1 1 0 1 0 2 0a1 1 0 0 0 -2 0';
const unknownPath = 'M12 17v.01M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0';

const paths: Record<Kind, string> = {
  desktop: screenPath,
  tv: screenPath,
  mobile: phonePath,
  tablet: tabletPath,
  bot: unknownPath,
  unknown: unknownPath,
};

export function DeviceIcon({ kind }: { kind: Kind }) {
  return <Outline name={kind} path={paths[kind]} size={24} />;
}

import type { TrustedDevice } from '@postern/contracts/people/user-sessions';
import { useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { Card, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Loaded, type Loading } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { printDay, printMoment } from '../parts/print.ts';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callSessions } from './calls.ts';
import { DeviceIcon, nameOf } from './sessions-card.tsx';

type TrustedCardProps = { loading: Loading<TrustedDevice[]>; onChanged: () => Promise<void> };

/** Browsers in which sign-in does not ask for a second factor. Few people have any, so the card is hidden without. */
export function TrustedCard({ loading, onChanged }: TrustedCardProps) {
  const { devices: words } = useAccountPhrases();
  const [removing, setRemoving] = useState<TrustedDevice>();
  if (!loading.failure && !loading.value?.length) {
    return null;
  }
  return (
    <Loaded loading={loading}>
      {(trusted) => (
        <Card title={words.trusted} help={words.trustedHelp}>
          <ul className="device-list">
            {trusted.map((one) => (
              <TrustedLine key={one.id} trusted={one} onRemove={() => setRemoving(one)} />
            ))}
          </ul>
          {removing && <RemoveDialog trusted={removing} onChanged={onChanged} onClose={() => setRemoving(undefined)} />}
        </Card>
      )}
    </Loaded>
  );
}

function TrustedLine({ trusted, onRemove }: { trusted: TrustedDevice; onRemove: () => void }) {
  const { devices: words } = useAccountPhrases();
  const { device, ip, lastUsedAt, expiresAt } = trusted;
  const name = nameOf(trusted, words);
  return (
    <li>
      <DeviceIcon kind={device.kind} />
      <div>
        <p className="device-name">{name}</p>
        <p>
          {[fill(words.lastUsed, { time: printMoment(lastUsedAt) }), ip && fill(words.address, { ip })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>{fill(words.trustedUntil, { date: printDay(expiresAt) })}</p>
      </div>
      {useAccess().isEditable('session') && (
        <RowButton action={words.untrust} what={name} isDanger onClick={onRemove} />
      )}
    </li>
  );
}

type RemoveProps = { trusted: TrustedDevice; onChanged: () => Promise<void>; onClose: () => void };

function RemoveDialog({ trusted, onChanged, onClose }: RemoveProps) {
  const { devices: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withIdentity } = useVerifyIdentity();
  return (
    <ConfirmDialog
      title={fill(words.untrustTitle, { what: nameOf(trusted, words) })}
      text={words.untrustText}
      action={words.untrust}
      onClose={onClose}
      run={async () => {
        if (await withIdentity((proof) => callSessions('removeDevice', { params: { deviceId: trusted.id }, proof }))) {
          await onChanged();
          showSuccess(words.untrusted);
          onClose();
        }
      }}
    />
  );
}

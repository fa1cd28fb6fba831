import type { AddressChange } from '@postern/contracts/account/address-changes';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { DeadEnd, WalledGate } from '../../parts/dead-end.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { type CallError, call } from '../../platform/client.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import './undo-change.css';

type State =
  | { is: 'loading' }
  | { is: 'open'; change: AddressChange }
  | { is: 'done'; continueTo: string | null }
  | { is: 'refused'; code: string };

const refusals = ['expired', 'used', 'taken', 'not_found'] as const;

/** Opened from the message about a changed address. Only the button changes anything. */
export function UndoPage() {
  const { common } = usePhrases();
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  const [state, setState] = useState<State>({ is: 'loading' });
  const refuse = ({ code }: CallError) => setState({ is: 'refused', code });
  const alert = useArrival(
    async () => setState({ is: 'open', change: await call('inspectChange', { token: token || '-' }) }),
    refuse,
  );
  switch (state.is) {
    case 'loading':
      return (
        <>
          <Waiting title={common.working} />
          <Alert {...alert} />
        </>
      );
    case 'refused':
      return <Refused code={state.code} />;
    case 'done':
      return <Done continueTo={state.continueTo} />;
    case 'open':
      return (
        <Open
          change={state.change}
          undo={async (password) => {
            const body = { token, ...(password ? { password } : {}) };
            setState({ is: 'done', ...(await call('undoChange', body)) });
          }}
          onRefused={refuse}
          onPasswordNeeded={() => setState({ is: 'open', change: { ...state.change, needsPassword: true } })}
        />
      );
  }
}

type OpenProps = {
  change: AddressChange;
  undo: (password: string | undefined) => Promise<void>;
  onRefused: (failure: CallError) => void;
  /** A password was set after the page was opened. */
  onPasswordNeeded: () => void;
};

function Open({ change, undo, onRefused, onPasswordNeeded }: OpenProps) {
  const { undoChange: words, password } = usePhrases();
  const { type, address, needsPassword } = change;
  const newPassword = useNewPassword(address === null ? {} : { [type]: address });
  const shown = address === null ? '' : printIdentifier({ type, value: address });
  const restored = fill(address === null ? words.removed[type] : words.restored[type], { address: shown });
  const refused = (failure: CallError) => {
    onRefused(failure);
    return {};
  };
  return (
    <Page title={words.title} sub={words.sub[type]}>
      <ul className="undo-effects">
        <li>{restored}</li>
        <li>{words.signedOut}</li>
        <li>{words.unlinked}</li>
      </ul>
      <StepForm
        action={words.action}
        check={needsPassword ? newPassword.check : () => ({})}
        submit={({ password: chosen }) => undo(chosen)}
        place={{
          ...newPassword.place,
          ...Object.fromEntries(refusals.map((reason) => [`address_change.${reason}`, refused])),
          'address_change.password_required': () => {
            onPasswordNeeded();
            return { password: password.missingNew };
          },
        }}
      >
        {needsPassword && (
          <>
            <p className="undo-password">{words.password}</p>
            <NewPasswordField {...newPassword.field} />
          </>
        )}
      </StepForm>
    </Page>
  );
}

function Done({ continueTo }: { continueTo: string | null }) {
  const { undoChange: words } = usePhrases();
  return (
    <Page title={words.doneTitle} sub={words.doneText}>
      {continueTo && (
        <a className="button primary undo-open" href={continueTo}>
          {words.open}
        </a>
      )}
    </Page>
  );
}

function Refused({ code }: { code: string }) {
  const { undoChange: words } = usePhrases();
  const known: Record<string, string> = words.reasons;
  const reason = code.replace('address_change.', '');
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={words.refusedTitle}
      text={<p>{known[reason] ?? words.reasons.not_found}</p>}
    />
  );
}

import type { AddressChange } from '@postern/contracts/account/address-changes';
import { LinkLoading, LinkRefused, useLinkedPage } from '../../parts/linked-page.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { type CallError, call } from '../../platform/client.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import './undo-change.css';

const refusals = ['expired', 'used', 'taken', 'not_found'] as const;

/** Opened from the message about a changed address. */
export function UndoPage() {
  const { undoChange: words } = usePhrases();
  const { token, state, alert, refuse, reopen, finish } = useLinkedPage<AddressChange, { continueTo: string | null }>(
    (token) => call('inspectChange', { token }),
  );
  switch (state.is) {
    case 'loading':
      return <LinkLoading alert={alert} />;
    case 'refused':
      return <LinkRefused code={state.code} words={words} />;
    case 'done':
      return <Done {...state.done} />;
    case 'open':
      return (
        <Open
          change={state.open}
          undo={async (password) => finish(await call('undoChange', { token, ...(password ? { password } : {}) }))}
          onRefused={refuse}
          onPasswordNeeded={() => reopen({ ...state.open, needsPassword: true })}
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
        <li>{words.factors}</li>
        <li>{words.device}</li>
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

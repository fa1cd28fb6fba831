import type { NewDevice, ReportedDevice } from '@postern/contracts/sign-in/new-devices';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { DeadEnd, WalledGate } from '../../parts/dead-end.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { type CallError, call } from '../../platform/client.ts';
import { usePhrases } from '../../platform/phrases.ts';
import './not-me.css';

type State =
  | { is: 'loading' }
  | { is: 'open'; device: NewDevice }
  | { is: 'done'; reported: ReportedDevice }
  | { is: 'refused'; code: string };

const refusals = ['expired', 'used', 'not_found'] as const;

/** Opened from the email about a sign-in from a new device. Only the button changes anything. */
export function NotMePage() {
  const { common } = usePhrases();
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  const [state, setState] = useState<State>({ is: 'loading' });
  const refuse = ({ code }: CallError) => setState({ is: 'refused', code });
  const alert = useArrival(
    async () => setState({ is: 'open', device: await call('inspectDevice', { token: token || '-' }) }),
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
      return <Done {...state.reported} />;
    case 'open':
      return (
        <Open
          device={state.device}
          report={async () => setState({ is: 'done', reported: await call('reportDevice', { token }) })}
          onRefused={refuse}
        />
      );
  }
}

function printTime(at: string): string {
  const { lang } = document.documentElement;
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
}

type OpenProps = { device: NewDevice; report: () => Promise<void>; onRefused: (failure: CallError) => void };

function Open({ device: { browser, os, ip, signedInAt }, report, onRefused }: OpenProps) {
  const { notMe: words } = usePhrases();
  const refused = (failure: CallError) => {
    onRefused(failure);
    return {};
  };
  return (
    <Page title={words.title} sub={words.sub}>
      <div className="not-me-device">
        <p className="not-me-name">{[browser, os].filter(Boolean).join(', ') || words.unknown}</p>
        <p>
          <time dateTime={signedInAt}>{printTime(signedInAt)}</time>
        </p>
        <p dir="ltr">{ip}</p>
      </div>
      <ul className="not-me-effects">
        <li>{words.ended}</li>
        <li>{words.password}</li>
      </ul>
      <StepForm
        action={words.action}
        check={() => ({})}
        submit={report}
        place={Object.fromEntries(refusals.map((reason) => [`new_device.${reason}`, refused]))}
      >
        {null}
      </StepForm>
    </Page>
  );
}

function Done({ hadPassword, canReset, continueTo }: ReportedDevice) {
  const { notMe: words, undoChange } = usePhrases();
  return (
    <Page title={words.doneTitle} sub={words.doneText}>
      {hadPassword && <p className="not-me-next">{canReset ? words.reset : words.noReset}</p>}
      {continueTo && (
        <a className="button primary not-me-open" href={continueTo}>
          {undoChange.open}
        </a>
      )}
    </Page>
  );
}

function Refused({ code }: { code: string }) {
  const { notMe: words } = usePhrases();
  const known: Record<string, string> = words.reasons;
  const reason = code.replace('new_device.', '');
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={words.refusedTitle}
      text={<p>{known[reason] ?? words.reasons.not_found}</p>}
    />
  );
}

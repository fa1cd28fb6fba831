import type { NewDevice, ReportedDevice } from '@postern/contracts/sign-in/new-devices';
import { LinkLoading, LinkRefused, useLinkedPage } from '../../parts/linked-page.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { type CallError, call } from '../../platform/client.ts';
import { usePhrases } from '../../platform/phrases.ts';
import './not-me.css';

const refusals = ['expired', 'used', 'not_found'] as const;

/** Opened from the email about a sign-in from a new device. */
export function NotMePage() {
  const { notMe: words } = usePhrases();
  const { token, state, alert, refuse, finish } = useLinkedPage<NewDevice, ReportedDevice>((token) =>
    call('inspectDevice', { token }),
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
          device={state.open}
          report={async () => finish(await call('reportDevice', { token }))}
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
        <li>{words.additions}</li>
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

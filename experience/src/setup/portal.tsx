import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import { type ReactNode, useState } from 'react';
import { Alert } from '../parts/alert.tsx';
import { DeadEnd, OpenGate, WalledGate } from '../parts/dead-end.tsx';
import { Page } from '../parts/page.tsx';
import { useArrival } from '../parts/use-arrival.ts';
import { useSending } from '../parts/use-sending.ts';
import { Waiting } from '../parts/waiting.tsx';
import { CallError } from '../platform/client.ts';
import { usePhrases } from '../platform/phrases.ts';
import { callSetup } from './calls.ts';
import { Frame } from './frame.tsx';
import { openLink } from './open-link.ts';
import { useSetupPhrases } from './phrases.ts';

type State = { is: 'loading' } | { is: 'new' } | { is: 'open'; setup: SsoSetup } | { is: 'ended'; failure: CallError };

/** Opened with the link that an administrator has sent. The link is used only when the person presses the button. */
export function SetupPortal() {
  const { common } = usePhrases();
  const [link] = useState(openLink);
  const [state, setState] = useState<State>({ is: 'loading' });

  async function arrive() {
    try {
      const setup = await callSetup('get');
      if (setup.id === link.id) {
        setState({ is: 'open', setup });
        return;
      }
    } catch (error) {
      if (!(error instanceof CallError) || error.status === undefined || !link.secret) {
        throw error;
      }
    }
    // This browser has no cookie, or that of another link.
    setState(link.secret ? { is: 'new' } : { is: 'ended', failure: new CallError({ code: 'unknown', message: '' }) });
  }

  const alert = useArrival(arrive, (failure) => setState({ is: 'ended', failure }));
  switch (state.is) {
    case 'loading':
      return (
        <>
          <Waiting title={common.working} />
          <Alert {...alert} />
        </>
      );
    case 'new':
      return (
        <Intro
          start={async () => setState({ is: 'open', setup: await callSetup('open', { body: link }) })}
          refuse={(failure) => setState({ is: 'ended', failure })}
        />
      );
    case 'ended':
      return <Ended failure={state.failure} />;
    case 'open':
      return state.setup.status === 'open' ? (
        <Frame
          setup={state.setup}
          update={(setup) => setState({ is: 'open', setup })}
          end={(failure) => setState({ is: 'ended', failure })}
        />
      ) : (
        <Finished status={state.setup.status} />
      );
  }
}

type IntroProps = { start: () => Promise<void>; refuse: (failure: CallError) => void };

function Intro({ start, refuse }: IntroProps) {
  const words = useSetupPhrases();
  const { send, busy, slow, alert } = useSending((failure) => {
    const isFinal = failure.code.startsWith('sso_setup.');
    if (isFinal) {
      refuse(failure);
    }
    return isFinal;
  });
  return (
    <Page title={words.title} sub={words.intro.text}>
      <p className="notice">{words.intro.once}</p>
      <p className="only-way">
        <button
          type="button"
          className="button primary"
          aria-disabled={busy}
          aria-busy={slow}
          onClick={() => send(start)}
        >
          {words.intro.start}
        </button>
      </p>
      <Alert {...alert} />
    </Page>
  );
}

function Ended({ failure }: { failure: CallError }) {
  const { ended } = useSetupPhrases();
  const isSession = failure.code === 'sso_setup.no_session' || failure.code === 'sso_setup.link_ended';
  const text: ReactNode = failure.message && <p>{failure.message}</p>;
  return (
    <DeadEnd drawing={<WalledGate />} title={isSession ? ended.sessionTitle : ended.title} text={text} action={false} />
  );
}

function Finished({ status }: { status: 'waiting' | 'enabled' }) {
  const { finish: words } = useSetupPhrases();
  const isEnabled = status === 'enabled';
  return (
    <DeadEnd
      drawing={<OpenGate />}
      title={isEnabled ? words.enabledTitle : words.waitingTitle}
      text={
        <>
          <p>{isEnabled ? words.enabledText : words.waitingText}</p>
          <p>{words.close}</p>
        </>
      }
      action={false}
    />
  );
}

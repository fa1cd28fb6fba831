import type { SsoSetupTest } from '@postern/contracts/people/sso-setup';
import { useEffect, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { callSetup } from '../calls.ts';
import { Action, Actions, Section } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { isEnd, useChange, usePortal } from '../use-setup.ts';

const pollMs = 2000;

/** Reads a test again and again until it has a result. */
function useTest(id: string | undefined) {
  const { setup, update, end } = usePortal();
  const [test, setTest] = useState<SsoSetupTest>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one loop per test
  useEffect(() => {
    setTest(undefined);
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function read(testId: string) {
      try {
        const found = await callSetup('readTest', { params: { id: testId } });
        if (!isCurrent) {
          return;
        }
        setTest(found);
        if (found.status === 'passed') {
          update({ ...setup, isTested: true });
        }
        if (found.status !== 'waiting' && found.status !== 'opened') {
          return;
        }
      } catch (error) {
        if (error instanceof CallError && isEnd(error)) {
          end(error);
          return;
        }
        // The next attempt may succeed: the person is in another window now.
      }
      timer = isCurrent ? setTimeout(() => void read(testId), pollMs) : undefined;
    }
    if (id) {
      void read(id);
    }
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return test;
}

export function TestStep() {
  const words = useSetupPhrases();
  const { setup, next } = usePortal();
  const { send, busy, alert } = useChange();
  const [id, setId] = useState<string>();
  const [isBlocked, setBlocked] = useState(false);
  const test = useTest(id);
  const isWaiting = id !== undefined && (!test || test.status === 'waiting' || test.status === 'opened');

  function start() {
    // Browsers open windows only in direct response to a click, so the window is opened before the call.
    const opened = window.open('', 'postern-sso-test', 'popup,width=520,height=720');
    setBlocked(opened === null);
    if (!opened) {
      return;
    }
    // The identity provider must not reach this page through its opener.
    opened.opener = null;
    send(async () => {
      try {
        const started = await callSetup('startTest');
        opened.location.replace(started.uri);
        setId(started.id);
      } catch (error) {
        opened.close();
        throw error;
      }
    });
  }

  return (
    <Section title={words.test.title} text={words.test.text}>
      <div role="status">
        {isBlocked && <p className="setup-note">{words.test.blocked}</p>}
        {isWaiting && <p className="setup-note">{words.test.waiting}</p>}
        {test && !isWaiting && <Result test={test} />}
        {!id && setup.isTested && (
          <p className="setup-verdict good">
            <Icon name="check" size={16} />
            {words.test.passed}
          </p>
        )}
      </div>
      <Actions>
        {setup.isTested && (
          <Action isPrimary onClick={next}>
            {words.next}
          </Action>
        )}
        <Action isPrimary={!setup.isTested} busy={busy} onClick={start}>
          {id || setup.isTested ? words.test.again : words.test.start}
        </Action>
        {!setup.isTested && <Action onClick={next}>{words.test.skip}</Action>}
      </Actions>
      <Alert {...alert} />
    </Section>
  );
}

function Result({ test: { status, problems, mapped, received } }: { test: SsoSetupTest }) {
  const { test: words } = useSetupPhrases();
  const { setup } = usePortal();
  const isPassed = status === 'passed';
  const isWarned = isPassed && problems.length > 0;
  const verdict = {
    passed: isWarned ? words.passedWarned : words.passed,
    failed: words.failed,
    expired: words.expired,
  }[status as 'passed' | 'failed' | 'expired'];
  return (
    <>
      <p className={isPassed && !isWarned ? 'setup-verdict good' : `setup-verdict ${isWarned ? 'warned' : 'wrong'}`}>
        <Icon name={isPassed && !isWarned ? 'check' : 'alert'} size={16} />
        {verdict}
      </p>
      {status !== 'expired' && problems.length > 0 && (
        <ul className="setup-problems">
          {problems.map((problem) => (
            <ProblemItem key={problem.code} problem={problem} mayProve={setup.purposes.includes('domain')} />
          ))}
        </ul>
      )}
      {mapped && (
        <section aria-label={words.result}>
          <dl className="setup-values">
            {(['id', 'email', 'name'] as const).map((field) => (
              <div key={field}>
                <dt>{words[field]}</dt>
                <dd>{mapped[field] ?? words.none}</dd>
              </div>
            ))}
            {setup.connector?.providerType === 'saml' && received.length > 0 && (
              <div>
                <dt>{words.received}</dt>
                <dd className="setup-names">
                  {received.map((name) => (
                    <code key={name} dir="ltr">
                      {name}
                    </code>
                  ))}
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
    </>
  );
}

type ProblemItemProps = { problem: SsoSetupTest['problems'][number]; mayProve: boolean };

/** The advice about domains is another one for customers than for administrators. */
function ProblemItem({ problem: { code, title, advice, details }, mayProve }: ProblemItemProps) {
  const { test: words } = useSetupPhrases();
  if (code === 'domain_mismatch' && details) {
    return (
      <li>
        <b>{fill(words.foreignTitle, { domain: details })}</b>
        <p>{mayProve ? words.foreignAdvice : words.foreignAdviceFixed}</p>
      </li>
    );
  }
  return (
    <li>
      <b>{title}</b>
      <p>{advice}</p>
      {details && <code dir="auto">{details}</code>}
    </li>
  );
}

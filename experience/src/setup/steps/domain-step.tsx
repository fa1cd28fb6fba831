import type { SsoSetupDomain } from '@postern/contracts/people/sso-setup';
import { useState } from 'react';
import { Alert, wordsFor } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { callSetup } from '../calls.ts';
import { Action, Actions, Section, Values } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { isEnd, useChange, usePortal } from '../use-setup.ts';

export function DomainStep() {
  const words = useSetupPhrases();
  const { setup, next } = usePortal();
  const isProven = setup.domains.some((one) => one.isProven);
  return (
    <Section title={words.domain.title} text={words.domain.text}>
      {setup.domains.map((domain) => (
        <DomainCard key={domain.domain} domain={domain} />
      ))}
      <AddDomain key={setup.domains.length} isMinor={isProven} />
      {isProven && (
        <Actions>
          <Action isPrimary onClick={next}>
            {words.next}
          </Action>
        </Actions>
      )}
    </Section>
  );
}

function AddDomain({ isMinor }: { isMinor: boolean }) {
  const { domain: words } = useSetupPhrases();
  const phrases = usePhrases();
  const { update, end } = usePortal();
  const atField = (failure: CallError): FieldErrors => ({ domain: wordsFor(failure, phrases) });
  const endWith = (failure: CallError) => {
    if (isEnd(failure)) {
      end(failure);
    }
    return isEnd(failure) ? {} : undefined;
  };
  return (
    <StepForm
      action={words.add}
      stays
      isMinor={isMinor}
      check={({ domain = '' }) => (domain.trim() ? ({} as FieldErrors) : { domain: words.invalid })}
      submit={async ({ domain = '' }) => update(await callSetup('addDomain', { body: { domain: domain.trim() } }))}
      place={{
        'guard.invalid_input': () => ({ domain: words.invalid }),
        'single_sign_on.forbidden_domains': atField,
        'sso_setup.domain_in_use': atField,
        'sso_setup.too_many_domains': atField,
        'sso_setup.no_session': endWith,
        'sso_setup.link_ended': endWith,
      }}
    >
      <TextField name="domain" label={words.label} dir="ltr" maxLength={128} placeholder="example.com" />
    </StepForm>
  );
}

function DomainCard({ domain: { domain, recordName, recordValue, isProven, problem } }: { domain: SsoSetupDomain }) {
  const { domain: words } = useSetupPhrases();
  const { update } = usePortal();
  const { send, busy, alert } = useChange();
  // A second answer with the same problem is announced too.
  const [checks, setChecks] = useState(0);

  async function check() {
    update(await callSetup('checkDomain', { params: { domain } }));
    setChecks((count) => count + 1);
  }
  const remove = async () => update(await callSetup('removeDomain', { params: { domain } }));

  return (
    <article className="setup-domain" aria-label={domain}>
      <header>
        <h3 dir="ltr">{domain}</h3>
        <span className={isProven ? 'setup-state good' : 'setup-state'}>
          {isProven && <Icon name="check" size={14} />}
          {isProven ? words.proven : !problem && words.open}
        </span>
      </header>
      {!isProven && (
        <Values
          label={fill(words.record, { domain })}
          values={[
            { name: words.recordName, value: recordName },
            { name: words.recordValue, value: recordValue },
          ]}
        />
      )}
      <div role="status" key={checks}>
        {problem && !isProven && (
          <p className="wrong">
            <Icon name="alert" size={16} />
            {words.problems[problem]}
          </p>
        )}
      </div>
      <Actions>
        {!isProven && (
          <Action busy={busy} onClick={() => send(check)}>
            {words.check}
          </Action>
        )}
        <button
          type="button"
          className="link"
          aria-label={`${words.remove}: ${domain}`}
          aria-disabled={busy}
          onClick={() => send(remove)}
        >
          {words.remove}
        </button>
      </Actions>
      <Alert {...alert} />
    </article>
  );
}

import type { SsoSetupDirectory } from '@postern/contracts/people/sso-setup';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { callSetup } from '../calls.ts';
import { Action, Actions, Section, Values } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { useChange, usePortal } from '../use-setup.ts';

export function DirectoryStep() {
  const { directory: words, next: continues } = useSetupPhrases();
  const { setup, update, next } = usePortal();
  const { send, busy, alert } = useChange();
  const [made, setMade] = useState<SsoSetupDirectory>();
  const isOn = setup.directory?.isOn === true;

  async function turnOn() {
    setMade(await callSetup('turnOnDirectory'));
    update({ ...setup, directory: { isOn: true } });
  }

  return (
    <Section title={words.title} text={words.text}>
      {isOn && !made && <p className="setup-note">{words.isOn}</p>}
      {made && (
        <>
          <p className="setup-note" role="status">
            {words.once}
          </p>
          <Values
            label={words.title}
            values={[
              { name: words.endpoint, value: made.endpoint },
              { name: words.token, value: made.token },
            ]}
          />
        </>
      )}
      <Actions>
        {isOn && (
          <Action isPrimary onClick={next}>
            {continues}
          </Action>
        )}
        <Action isPrimary={!isOn} busy={busy} onClick={() => send(turnOn)}>
          {isOn ? words.again : words.action}
        </Action>
        {!isOn && <Action onClick={next}>{words.skip}</Action>}
      </Actions>
      <Alert {...alert} />
    </Section>
  );
}

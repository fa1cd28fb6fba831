import { TextInput } from '@mantine/core';
import { Email, type JsonObject, Phone } from '@postern/contracts/fields';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { type ConnectorValues, configOf, type FormSource } from './connector-form.ts';
import classes from './connectors.module.css';

type TesterProps = {
  form: UseFormReturn<ConnectorValues, unknown, ConnectorValues>;
  source: FormSource;
  /** Values of the stored config that have no field. */
  kept: JsonObject;
};

type Outcome = { to: string } | { problem: string };

/** Converts `+49 170 123` and `0049170123` to the format of the API. */
const digitsOf = (text: string) => text.replace(/[\s()+./-]/g, '').replace(/^00/, '');

function readRecipient(type: FormSource['type'], text: string) {
  const { data } = type === 'Email' ? Email.safeParse(text.trim()) : Phone.safeParse(digitsOf(text));
  return data;
}

/** Sends a test message with the current form values, saved or not. */
export function Tester({ form, source, kept }: TesterProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const test = useWrite(connectorsApi.test, { quiet: true });
  const kind = source.type === 'Sms' ? 'Sms' : 'Email';
  const send = async () => {
    setOutcome(undefined);
    const to = readRecipient(source.type, text);
    setWrong(to === undefined);
    const isReady = await form.trigger(['config', 'configText'], { shouldFocus: to !== undefined });
    if (to === undefined || !isReady) {
      return;
    }
    try {
      const recipient = kind === 'Sms' ? { phone: to } : { email: to };
      const config = configOf(source, form.getValues(), kept);
      await test.mutateAsync({
        params: { factoryId: source.factoryId },
        body: { ...recipient, config, locale: i18n.language },
      });
      setOutcome({ to });
    } catch (error) {
      setOutcome({ problem: failureMessage(error) });
    }
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // The field is inside the settings form, which Enter would submit.
      event.preventDefault();
      void send();
    }
  };
  return (
    <div>
      <div className={classes.tester}>
        <TextInput
          className={classes.testerField}
          label={t(`connectors.test.to.${kind}`)}
          placeholder={kind === 'Sms' ? '+1 202 555 0100' : 'ada@example.com'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={keyDown}
          error={isWrong && <FieldError message={t(`connectors.test.invalid.${kind}`)} />}
          inputMode={kind === 'Sms' ? 'tel' : 'email'}
          autoComplete="off"
          spellCheck={false}
        />
        <BusyButton
          variant="default"
          className={classes.testerButton}
          busy={test.isPending}
          leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
          onClick={() => void send()}
        >
          {t('connectors.test.send')}
        </BusyButton>
      </div>
      <Result outcome={outcome} kind={kind} />
    </div>
  );
}

function Result({ outcome, kind }: { outcome: Outcome | undefined; kind: 'Email' | 'Sms' }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes.testerResult}>
      {outcome &&
        ('to' in outcome ? (
          <Notice tone="info" icon={IconCircleCheck} title={t('connectors.test.sent', { to: outcome.to })}>
            {t(`connectors.test.sentHelp.${kind}`)}
          </Notice>
        ) : (
          <Notice tone="danger" icon={IconAlertTriangle} title={t('connectors.test.failed')}>
            <span className={classes.problem}>{outcome.problem}</span>
          </Notice>
        ))}
    </div>
  );
}

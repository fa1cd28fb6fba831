import { Button } from '@mantine/core';
import { type Webhook, WebhookConfig, webhooksApi } from '@postern/contracts/records/webhooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { RequestError } from '#platform/client/request-error.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { eventsOf } from './event-groups.ts';
import classes from './webhooks.module.css';

type Outcome = ({ count: number } | { problem: string; response?: string | undefined }) & { at: number };

type Outcomes = Record<string, Outcome>;

/** The last result of each webhook in this window, so that it is still there after a reload. */
const keptOutcomes = () => readJson<Outcomes>(sessionStorage, storageKeys.webhookTests) ?? {};

const FailedResponse = z.object({ responseStatus: z.number(), responseBody: z.string() });

function problemOf(error: unknown, title: (status: number) => string) {
  const { data } = FailedResponse.safeParse(error instanceof RequestError ? error.body?.data : undefined);
  return data
    ? { problem: title(data.responseStatus), response: data.responseBody || undefined }
    : { problem: failureMessage(error), response: undefined };
}

/** Sends examples of the events of a webhook with its saved settings, and shows what came back. */
export function TestDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const [outcome, setOutcome] = useState<Outcome | undefined>(() => keptOutcomes()[hook.id]);
  const keep = (found: Outcome) => {
    setOutcome(found);
    writeJson(sessionStorage, storageKeys.webhookTests, { ...keptOutcomes(), [hook.id]: found });
  };
  const test = useWrite(webhooksApi.test, { quiet: true });
  const events = eventsOf(hook);
  const send = async () => {
    setOutcome(undefined);
    try {
      const config = WebhookConfig.parse(hook.config);
      await test.mutateAsync({ params: { id: hook.id }, body: { events, config } });
      keep({ count: events.length, at: Date.now() });
    } catch (error) {
      keep({ ...problemOf(error, (status) => t('webhooks.test.responded', { status })), at: Date.now() });
    }
  };
  return (
    <DialogFrame
      opened
      size="create"
      title={t('webhooks.test.title')}
      description={t('webhooks.test.description', { count: events.length })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes events of a portal to its parent.
        event.stopPropagation();
        void send();
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('actions.close')}
          </Button>
          <BusyButton type="submit" busy={test.isPending}>
            {t('webhooks.test.send')}
          </BusyButton>
        </>
      }
    >
      <p className={classes.address}>
        <code>{hook.config.url}</code>
      </p>
      <div role="status">
        {outcome && (
          <>
            <Result outcome={outcome} />
            <p className={classes.testedAt}>{t('webhooks.test.at', { time: moment(outcome.at) })}</p>
          </>
        )}
      </div>
    </DialogFrame>
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  if ('count' in outcome) {
    return (
      <Notice tone="info" icon={IconCircleCheck} title={t('webhooks.test.accepted', { count: outcome.count })}>
        {t('webhooks.test.acceptedHelp')}
      </Notice>
    );
  }
  return (
    <div className={classes.stack}>
      <Notice tone="danger" icon={IconAlertTriangle} title={t('webhooks.test.failed')}>
        {outcome.problem}
      </Notice>
      {outcome.response !== undefined && (
        <CodeBlock label={t('webhooks.request.responseBody')} text={outcome.response} />
      )}
    </div>
  );
}

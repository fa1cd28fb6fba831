import { Select } from '@mantine/core';
import { type WebhookEvent, webhookEvents, webhooksApi } from '@postern/contracts/records/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { eventGroups, eventsIn } from './event-groups.ts';

/** Shows the body of a request for an event, before one has happened. */
export function SamplePayload() {
  const { t } = useTranslation();
  const [event, setEvent] = useState<WebhookEvent>();
  return (
    <>
      <Select
        label={t('webhooks.sample.label')}
        description={t('webhooks.sample.help')}
        placeholder={t('webhooks.sample.choose')}
        data={eventGroups.map((group) => ({ group: t(`webhooks.groups.${group}`), items: [...eventsIn(group)] }))}
        value={event ?? null}
        onChange={(value) => setEvent(webhookEvents.find((one) => one === value))}
        allowDeselect={false}
        searchable
      />
      {event && <Payload key={event} event={event} />}
    </>
  );
}

function Payload({ event }: { event: WebhookEvent }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(
    webhooksApi.sample,
    { params: { event } },
    { quiet: true, staleTime: Number.POSITIVE_INFINITY },
  );
  if (data) {
    return <CodeBlock label={t('webhooks.sample.of', { event })} text={JSON.stringify(data, null, 2)} />;
  }
  return error ? <LoadFailed error={error} retry={refetch} isPart /> : <Skeleton width="100%" height={240} />;
}

import { auditApi } from '@postern/contracts/records/audit';
import { WebhookRequest, webhooksApi } from '@postern/contracts/records/webhooks';
import { IconAlertTriangle, IconClock, IconListDetails, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { webhookRequestPath, webhookRequestsPath, webhookSettingsPath, webhooksPath } from '#paths/webhooks.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { FormCard, FormCardSkeleton, ListCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDuration } from './duration.ts';
import { useReplay } from './replay.ts';
import { eventOf } from './requests-tab.tsx';
import { StatusTag } from './status-tag.tsx';
import classes from './webhooks.module.css';

/** One request of a webhook with its response, and what happens next to its delivery. */
export function RequestPage() {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { id, logId } = usePathParams(webhookRequestPath);
  const { data: hook } = useRead(webhooksApi.get, { params: { id } }, { quiet: true });
  const read = useRead(auditApi.get, { params: { id: logId } }, { quiet: true });
  const log = read.data;
  const { data: payload } = WebhookRequest.safeParse(log?.payload);
  const isOther = log !== undefined && payload?.hookId !== id;
  if (isOther || (read.error instanceof RequestError && read.error.status === 404)) {
    return <NotFound />;
  }
  const title = log ? eventOf(log) : '…';
  return (
    <PageBody busy={!log}>
      <Breadcrumb
        parents={[
          { to: webhooksPath, label: t('nav.webhooks') },
          { to: webhookSettingsPath, params: { id }, label: hook ? hook.name || id : '…' },
          { to: webhookRequestsPath, params: { id }, label: t('webhooks.tabs.requests') },
        ]}
        current={title}
      />
      {read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          {log && payload ? (
            <DetailHeader
              image={<Tile icon={IconListDetails} large tint />}
              name={title}
              tags={
                <>
                  <StatusTag payload={payload} />
                  <span className="tabular">{moment(log.createdAt)}</span>
                </>
              }
              id={log.id}
              copyLabel={t('actions.copyWhat', { what: t('webhooks.request.logId') })}
            />
          ) : (
            <DetailHeaderSkeleton />
          )}
          <Cards>{payload ? <Request hookId={id} payload={payload} /> : <FormCardSkeleton fields={5} />}</Cards>
        </>
      )}
    </PageBody>
  );
}

const print = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const printBody = (body: unknown) => (typeof body === 'string' ? body : (JSON.stringify(body, null, 2) ?? ''));

function Request({ hookId, payload }: { hookId: string; payload: WebhookRequest }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const duration = useDuration();
  const { hookRequest, response, error, deliveryId, attempt, durationMs, headers } = payload;
  const facts = [
    { label: t('webhooks.request.error'), value: typeof error === 'string' ? error : undefined, plain: true },
    { label: t('webhooks.request.status'), value: response && String(response.statusCode), plain: true },
    {
      label: t('webhooks.columns.duration'),
      value: durationMs === undefined ? undefined : duration(durationMs),
      plain: true,
    },
    { label: t('webhooks.columns.attempt'), value: attempt === undefined ? undefined : number(attempt), plain: true },
    { label: t('webhooks.request.deliveryId'), value: deliveryId },
  ];
  return (
    <>
      {payload.result === 'Error' && deliveryId && <NextStep hookId={hookId} deliveryId={deliveryId} />}
      <FormCard title={t('webhooks.request.facts')} help={t('webhooks.request.factsHelp')}>
        <KeyValues rows={facts.filter(({ value }) => value !== undefined)} />
      </FormCard>
      <ListCard title={t('webhooks.request.request')} help={t('webhooks.request.requestHelp')}>
        {headers && <CodeBlock label={t('webhooks.request.requestHeaders')} text={print(headers.request)} />}
        <CodeBlock label={t('webhooks.request.requestBody')} text={JSON.stringify(hookRequest?.body, null, 2) ?? ''} />
      </ListCard>
      {response && (
        <ListCard title={t('webhooks.request.response')} help={t('webhooks.request.responseHelp')}>
          {headers?.response && (
            <CodeBlock label={t('webhooks.request.responseHeaders')} text={print(headers.response)} />
          )}
          {response.body === '' ? (
            <p className={classes.none}>{t('webhooks.request.noBody')}</p>
          ) : (
            <CodeBlock label={t('webhooks.request.responseBody')} text={printBody(response.body)} />
          )}
        </ListCard>
      )}
    </>
  );
}

/** Whether a failed delivery is retried, has arrived meanwhile, or needs a person. */
function NextStep({ hookId, deliveryId }: { hookId: string; deliveryId: string }) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { replay, isPending } = useReplay(hookId);
  const query = { page: '1', page_size: '1', deliveryId };
  const options = { quiet: true, every: 5000 };
  const { data } = useRead(webhooksApi.deliveries, { params: { id: hookId }, query }, options);
  const delivery = data?.[0];
  if (!data) {
    return null;
  }
  if (!delivery) {
    return (
      <Notice tone="info" icon={IconClock} title={t('webhooks.request.laterTitle')}>
        {t('webhooks.request.laterBody')}
      </Notice>
    );
  }
  const isDead = delivery.state === 'dead';
  return (
    <Notice
      tone={isDead ? 'danger' : 'warning'}
      icon={isDead ? IconAlertTriangle : IconClock}
      title={t(isDead ? 'webhooks.request.deadTitle' : 'webhooks.request.waitingTitle')}
    >
      <p>
        {delivery.nextAttemptAt === null
          ? t('webhooks.request.deadBody')
          : t('webhooks.request.waitingBody', { time: moment(delivery.nextAttemptAt) })}
      </p>
      <BusyButton
        mt={8}
        size="xs"
        variant="default"
        busy={isPending}
        leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
        onClick={() => replay(deliveryId)}
      >
        {t(isDead ? 'webhooks.undelivered.replay' : 'webhooks.undelivered.sendNow')}
      </BusyButton>
    </Notice>
  );
}

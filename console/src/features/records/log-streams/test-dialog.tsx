import { Button } from '@mantine/core';
import { type LogStream, type LogStreamTest, logStreamsApi } from '@postern/contracts/records/log-streams';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { addressOf } from './address.ts';
import classes from './log-streams.module.css';

/** Sends one test entry with the saved settings, and shows what came back. */
export function TestDialog({ stream, onClose }: { stream: LogStream; onClose: () => void }) {
  const { t } = useTranslation();
  const test = useWrite(logStreamsApi.test);
  return (
    <DialogFrame
      opened
      size="create"
      title={t('logStreams.test.open')}
      description={t('logStreams.test.description')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes events of a portal to its parent.
        event.stopPropagation();
        test.mutate({ params: { id: stream.id } });
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('actions.close')}
          </Button>
          <BusyButton type="submit" busy={test.isPending}>
            {t('logStreams.test.send')}
          </BusyButton>
        </>
      }
    >
      <p className={classes.address}>
        <code>{addressOf(stream)}</code>
      </p>
      <div role="status">{test.data && !test.isPending && <Result result={test.data} />}</div>
    </DialogFrame>
  );
}

function Result({ result: { isDelivered, status, error, body } }: { result: LogStreamTest }) {
  const { t } = useTranslation();
  const answer = status === null ? error : t('logStreams.test.status', { status });
  if (isDelivered) {
    return (
      <Notice tone="info" icon={IconCircleCheck} title={t('logStreams.test.accepted')}>
        {answer}
      </Notice>
    );
  }
  return (
    <div className={classes.stack}>
      <Notice tone="danger" icon={IconAlertTriangle} title={t('logStreams.test.failed')}>
        {answer}
      </Notice>
      {body && <CodeBlock label={t('logStreams.test.response')} text={body} />}
    </div>
  );
}

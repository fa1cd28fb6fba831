import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { NewSsoSetupLink } from '@postern/contracts/people/sso-setup-links';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import i18next from 'i18next';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFrame, type DialogFrameProps } from '#platform/feedback/dialog-frame.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import classes from './sso-setup.module.css';

type AddressProps = { link: NewSsoSetupLink; onClose: () => void };

/** Dialog content that shows the address of a link once; also replaces a form in an open dialog. */
export function addressFrame({ link, onClose }: AddressProps): DialogFrameProps {
  return {
    opened: true,
    sticky: true,
    size: 'wide',
    title: i18next.t('ssoSetup.address.title'),
    description: i18next.t('ssoSetup.address.body', { name: link.name }),
    onClose,
    onSubmit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    },
    footer: <Button type="submit">{i18next.t('ssoSetup.address.done')}</Button>,
    children: <Address link={link} />,
  };
}

export const AddressDialog = (props: AddressProps) => <DialogFrame {...addressFrame(props)} />;

function Address({ link: { url, expiresAt } }: Pick<AddressProps, 'link'>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const labelId = useId();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  // It may replace a form in an open dialog, whose button had the focus.
  useEffect(() => copy.current?.focus(), []);
  return (
    <div>
      <div id={labelId} className={classes.label}>
        {t('ssoSetup.address.label')}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels */}
      <div className={classes.url} role="group" aria-labelledby={labelId}>
        <code>{url}</code>
        <Button
          ref={copy}
          variant="default"
          size="xs"
          leftSection={<Icon size={16} stroke={clipboard.copied ? 2 : 1.5} aria-hidden />}
          onClick={() => clipboard.copy(url)}
          data-autofocus
        >
          {clipboard.copied ? t('actions.copied') : t('ssoSetup.address.copy')}
        </Button>
      </div>
      <p className={classes.once}>{t('ssoSetup.address.once', { date: dateTime(expiresAt) })}</p>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </div>
  );
}

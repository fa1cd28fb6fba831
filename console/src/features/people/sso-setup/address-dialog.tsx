import { Button } from '@mantine/core';
import type { NewSsoSetupLink } from '@postern/contracts/people/sso-setup-links';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ShownOnce } from '#platform/detail/shown-once.tsx';
import { DialogFrame, type DialogFrameProps } from '#platform/feedback/dialog-frame.tsx';
import { useFormat } from '#platform/i18n/format.ts';

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
  return (
    <ShownOnce
      label={t('ssoSetup.address.label')}
      value={url}
      copy={t('ssoSetup.address.copy')}
      note={t('ssoSetup.address.once', { date: dateTime(expiresAt) })}
    />
  );
}

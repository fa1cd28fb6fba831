import { type DynamicRegistration, dynamicClientsApi } from '@postern/contracts/access/dynamic-clients';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { useFormat } from '#platform/i18n/format.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : '';

/** How an application registered itself; nothing if an administrator added it. */
export function RegistrationCard({ id }: { id: string }) {
  const { data } = useRead(dynamicClientsApi.getRegistration, { params: { id } }, { quiet: true });
  return data ? <Registration registration={data} /> : null;
}

function Registration({ registration }: { registration: DynamicRegistration }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { registeredAt, usedAt, initialAccessTokenName, metadata } = registration;
  const [website, contacts] = [textOf(metadata.client_uri), listOf(metadata.contacts)];
  return (
    <FormCard title={t('applications.registration.title')} help={t('applications.registration.help')}>
      <KeyValues
        rows={[
          { label: t('applications.registration.registered'), value: dateTime(registeredAt), plain: true },
          {
            label: t('applications.registration.used'),
            value: usedAt === null ? t('applications.registration.unused') : dateTime(usedAt),
            plain: true,
          },
          {
            label: t('applications.registration.token'),
            value: initialAccessTokenName ?? t('applications.registration.open'),
            plain: true,
          },
          ...(website ? [{ label: t('applications.registration.website'), value: website, plain: true }] : []),
          ...(contacts ? [{ label: t('applications.registration.contacts'), value: contacts, plain: true }] : []),
        ]}
      />
    </FormCard>
  );
}

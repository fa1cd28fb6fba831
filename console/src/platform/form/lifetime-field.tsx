import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { expiryOf, type Lifetime, lifetimes, neverExpires } from './lifetime.ts';

/** The lifetime of a secret, with its expiry date. */
export function LifetimeField({ value, onChange }: { value: Lifetime; onChange: (value: Lifetime) => void }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const expiresAt = expiryOf(value);
  return (
    <Select
      label={t('fields.lifetime.label')}
      description={
        expiresAt ? t('fields.lifetime.expiresOn', { date: date(expiresAt) }) : t('fields.lifetime.neverHint')
      }
      data={lifetimes.map((one) => ({
        value: one,
        label: one === neverExpires ? t('fields.lifetime.never') : t('fields.lifetime.days', { count: Number(one) }),
      }))}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
      allowDeselect={false}
    />
  );
}

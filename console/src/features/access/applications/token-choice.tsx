import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { resourcesApi } from '@postern/contracts/access/resources';
import { usersApi } from '@postern/contracts/people/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { FieldLabel } from '#platform/form/field-label.tsx';
import formClasses from '#platform/form/form.module.css';
import { SearchSelect } from '#platform/form/search-select.tsx';
import { containing } from '#platform/list/containing.ts';
import { identifierOf, nameOf } from '#platform/person.ts';

type ChoiceProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** Selects a user by any identifier. */
export function UserChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const query = { search: search === '' ? undefined : containing(search), page: '1', page_size: '20' };
  const found = useReadPage(usersApi.list, { query }, { quiet: true });
  const known = found.data?.items.find(({ id }) => id === value);
  const read = useRead(
    usersApi.get,
    { params: { userId: value ?? '' } },
    { enabled: value !== undefined && !known, quiet: true },
  );
  const chosen = known ?? (value === undefined ? undefined : read.data);
  return (
    <SearchSelect
      label={t('applications.token.person')}
      placeholder={t('applications.token.personPlaceholder')}
      chosen={
        value === undefined
          ? undefined
          : { value, label: chosen ? nameOf(chosen) : value, note: chosen && identifierOf(chosen) }
      }
      onChoose={onChange}
      found={found.data?.items.map((user) => ({ value: user.id, label: nameOf(user), note: identifierOf(user) }))}
      error={found.error}
      onSearch={setSearch}
    />
  );
}

/** Selects an API resource by its indicator, as tokens name it. */
export function ResourceChoice({ value, onChange, optional }: ChoiceProps & { optional?: boolean }) {
  const { t } = useTranslation();
  const read = useRead(resourcesApi.list, {}, { quiet: true });
  const chosen = read.data?.find(({ indicator }) => indicator === value);
  return (
    <SearchSelect
      label={t('applications.token.resource')}
      placeholder={t('applications.token.resourcePlaceholder')}
      help={t('applications.token.resourceHelp')}
      optional={optional}
      chosen={value === undefined ? undefined : { value, label: chosen?.name ?? value, note: chosen?.indicator }}
      onChoose={onChange}
      found={read.data?.map(({ indicator, name }) => ({ value: indicator, label: name, note: indicator }))}
      error={read.error}
    />
  );
}

export function OrganizationChoice({ value = '', onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== text.trim()) {
      setText(value);
    }
  }
  const choose = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 400);
  return (
    <TextInput
      label={<FieldLabel label={t('applications.token.organization')} optional />}
      description={t('applications.token.organizationHelp')}
      classNames={{ input: formClasses.mono ?? '' }}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        choose(event.currentTarget.value);
      }}
      maxLength={23}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

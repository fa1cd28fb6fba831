import { Button, Select, TextInput } from '@mantine/core';
import {
  addressParts,
  type CustomProfileField,
  customProfileFieldsApi,
} from '@postern/contracts/experience/custom-profile-fields';
import { useEffect, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { labelOf as labelOfField } from '#features/experience/sign-in-experience/shared/field-label.ts';
import { userDataKey } from '#features/experience/sign-in-experience/shared/kinds.ts';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { JsonEditorField } from '#platform/form/json-editor-field.tsx';
import { ReadSwitch, ReadValue } from '#platform/form/read-value.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import classes from '../user-details.module.css';
import { profileTextOf, readObject, type SettingsOutput, type SettingsValues, valueAt, withValueAt } from './form.ts';

const names = ['givenName', 'middleName', 'familyName'] as const;
const builtIn = ['nickname', 'gender', 'birthdate', 'website', 'profile'] as const;
const others = ['preferredUsername', 'zoneinfo', 'locale'] as const;

/** OpenID Connect claims, as fields or as JSON. */
export function ProfileFields({ control }: { control: Control<SettingsValues, unknown, SettingsOutput> }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'profile' });
  const asked = useAskedFields();
  const [isJson, setJson] = useState(false);
  const profile = readObject(field.value);
  // Fields cannot show invalid JSON or its errors.
  const needsJson = !profile || fieldState.error !== undefined;
  useEffect(() => {
    // Stays in JSON mode once needed: the editor must not disappear at the keystroke that fixes the JSON.
    if (needsJson) {
      setJson(true);
    }
  }, [needsJson]);
  const isRead = useReadView();
  const toggle = !isRead && (
    <Button variant="quiet" size="xs" onClick={() => setJson(!isJson)} disabled={needsJson}>
      {t(isJson || needsJson ? 'userDetails.profile.asFields' : 'userDetails.profile.asJson')}
    </Button>
  );
  if (isJson || needsJson) {
    return <JsonEditorField control={control} name="profile" label={t('users.fields.profile')} corner={toggle} />;
  }
  const input = (label: string, ...path: string[]) => (
    <ProfileInput
      key={path.join('.')}
      label={label}
      asked={path.length === 1 ? asked.find(({ name }) => name === path[0]) : undefined}
      value={valueAt(profile, path)}
      onChange={(value) => field.onChange(profileTextOf(withValueAt(profile, path, value)))}
    />
  );
  return (
    <fieldset className={classes.group}>
      <legend className="sr-only">{t('userDetails.profile.claims')}</legend>
      <div className={classes.groupHead}>
        <span aria-hidden>{t('userDetails.profile.claims')}</span>
        {toggle}
      </div>
      <div className={classes.grid}>
        {names.map((name) => input(t(`profileFields.parts.${name}`), name))}
        {builtIn.map((name) => input(t(`profileFields.builtIn.${name}`), name))}
        {others.map((name) => input(t(`userDetails.profile.${name}`), name))}
      </div>
      <div className={classes.groupHead}>{t('profileFields.builtIn.address')}</div>
      <div className={classes.grid}>
        {addressParts.map((part) => input(t(`profileFields.parts.${part}`), 'address', part))}
      </div>
    </fieldset>
  );
}

type CustomDataCardProps = { control: Control<SettingsValues, unknown, SettingsOutput> };

/** Custom data of a user, which applications use, including the tenant's custom profile fields. */
export function CustomDataCard({ control }: CustomDataCardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('userDetails.customData.title')} help={t('userDetails.customData.help')}>
      <OwnFields control={control} />
      <JsonEditorField control={control} name="customData" label={t('users.fields.customData')} />
    </FormCard>
  );
}

function OwnFields({ control }: CustomDataCardProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'customData' });
  const own = useAskedFields().filter((asked) => userDataKey(asked).startsWith('customData.'));
  const data = readObject(field.value);
  if (own.length === 0 || !data) {
    return null;
  }
  return (
    <fieldset className={classes.group}>
      <legend className="sr-only">{t('userDetails.customData.asked')}</legend>
      <div className={classes.groupHead} aria-hidden>
        {t('userDetails.customData.asked')}
      </div>
      <div className={classes.grid}>
        {own.map((asked) => (
          <ProfileInput
            key={asked.name}
            label={labelOfField(asked, t)}
            asked={asked}
            value={valueAt(data, [asked.name])}
            onChange={(value) => field.onChange(JSON.stringify(withValueAt(data, [asked.name], value), null, 2))}
          />
        ))}
      </div>
    </fieldset>
  );
}

type AskedField = Pick<CustomProfileField, 'type' | 'config'>;

type ProfileInputProps = {
  label: string;
  /** The profile field of the tenant, if there is one. */
  asked?: AskedField;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A JSON value as text for a text field. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** One profile value, with the input type of its field. Administrators may enter values that its rules reject. */
function ProfileInput({ label, asked, value, onChange }: ProfileInputProps) {
  const { type = 'Text', config } = asked ?? {};
  const text = textOf(value);
  const isRead = useReadView();
  if (isRead) {
    return type === 'Checkbox' ? (
      <ReadSwitch label={label} isOn={value === true || value === 'true'} />
    ) : (
      <ReadValue label={label} value={config?.options?.find((one) => one.value === text)?.label || text} />
    );
  }
  if (type === 'Checkbox') {
    return <CheckBox label={label} checked={value === true || value === 'true'} onCheck={onChange} />;
  }
  if (type === 'Select') {
    const options = config?.options?.map((option) => ({ value: option.value, label: option.label || option.value }));
    const isOdd = text !== '' && !options?.some((option) => option.value === text);
    return (
      <Select
        label={label}
        data={[...(options ?? []), ...(isOdd ? [{ value: text, label: text }] : [])]}
        value={text || null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        clearable
      />
    );
  }
  const isNumber = type === 'Number';
  return (
    <TextInput
      label={label}
      type={isNumber ? 'number' : 'text'}
      inputMode={type === 'Url' ? 'url' : undefined}
      placeholder={config?.placeholder || (type === 'Date' ? config?.customFormat || config?.format : undefined)}
      value={text}
      onChange={({ currentTarget }) => {
        const given = currentTarget.value;
        onChange(isNumber && given !== '' ? currentTarget.valueAsNumber : given);
      }}
      autoComplete="off"
    />
  );
}

/** The fields users are asked for at registration, in order; empty while loading. */
function useAskedFields(): readonly CustomProfileField[] {
  return useRead(customProfileFieldsApi.list, {}, { quiet: true, staleTime: 60_000 }).data ?? [];
}

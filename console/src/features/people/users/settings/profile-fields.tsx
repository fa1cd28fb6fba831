import { Button } from '@mantine/core';
import { addressParts } from '@postern/contracts/experience/custom-profile-fields';
import { useEffect, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { JsonEditorField } from '#platform/form/json-editor-field.tsx';
import classes from '../user-details.module.css';
import { useAskedFields } from './asked-fields.ts';
import { readObject, valueAt, withValueAt } from './edit-json.ts';
import { profileTextOf, type SettingsOutput, type SettingsValues } from './form.ts';
import { ProfileInput } from './profile-input.tsx';

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
  const toggle = (
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

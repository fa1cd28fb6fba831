import { Textarea } from '@mantine/core';
import { defaultSsoAttributes, maxSsoMetadataLength } from '@postern/contracts/people/sso-configs';
import type { SsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import { useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CardTable } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { FieldLabel } from '#platform/form/field-label.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { type ConnectionValues, mappedFields } from './connection-form.ts';
import { assertionOfTest, mapAssertion, readAssertion } from './read-assertion.ts';
import classes from './sso-connectors.module.css';

type MappingCardProps = {
  control: Control<ConnectionValues, unknown, ConnectionValues>;
  /** The last test of the connection; its attributes are the sample unless another one is pasted. */
  last: SsoConnectionTest | undefined;
};

/** Which attribute of an assertion is which field of a user, with a preview for an assertion of the provider. */
export function MappingCard({ control, last }: MappingCardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('ssoConnectors.mapping.title')} help={t('ssoConnectors.mapping.help')}>
      {mappedFields.map((field) => (
        <TextField
          key={field}
          control={control}
          name={`mapping.${field}`}
          label={t(`ssoConnectors.mapping.fields.${field}`)}
          placeholder={defaultSsoAttributes[field]}
          mono
          optional
        />
      ))}
      <Preview control={control} last={last} />
    </FormCard>
  );
}

/** The sample is not part of the form: it contains personal data and stays in the browser. */
function Preview({ control, last }: MappingCardProps) {
  const { t } = useTranslation();
  const [sample, setSample] = useState('');
  const mapping = useWatch({ control, name: 'mapping' });
  const hasSample = sample.trim() !== '';
  const assertion = useMemo(
    () => (hasSample ? readAssertion(sample) : assertionOfTest(last)),
    [sample, hasSample, last],
  );
  return (
    <>
      <Textarea
        label={<FieldLabel label={t('ssoConnectors.mapping.sample')} optional />}
        description={t(last?.received ? 'ssoConnectors.mapping.testHelp' : 'ssoConnectors.mapping.sampleHelp')}
        placeholder="<saml:Assertion …>"
        rows={4}
        maxLength={maxSsoMetadataLength}
        classNames={{ input: classes.mono ?? '' }}
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
        error={hasSample && !assertion && <FieldError message={t('ssoConnectors.mapping.unreadable')} />}
        autoComplete="off"
        spellCheck={false}
      />
      {assertion && (
        <CardTable
          label={t('ssoConnectors.mapping.result')}
          rowKey={({ field }) => field}
          rows={mapAssertion(mapping, assertion)}
          columns={[
            {
              id: 'field',
              title: t('ssoConnectors.mapping.field'),
              width: '24%',
              cell: ({ field }) => t(`ssoConnectors.mapping.fields.${field}`),
            },
            {
              id: 'value',
              title: t('ssoConnectors.mapping.value'),
              cell: ({ field, value }) =>
                value === undefined ? (
                  <span className={field === 'id' ? classes.wrong : classes.faint}>
                    {t(field === 'id' ? 'ssoConnectors.mapping.noId' : 'ssoConnectors.mapping.missing')}
                  </span>
                ) : (
                  <div className="truncate" title={value}>
                    {value}
                  </div>
                ),
            },
            {
              id: 'from',
              title: t('ssoConnectors.mapping.from'),
              cell: ({ from }) => (
                <div className="truncate" title={from}>
                  <code>{from}</code>
                </div>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { ReadSwitch } from '#platform/form/read-value.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';

type FactorRequirementProps = {
  read: { data: { isMfaRequired: boolean } | undefined; error: unknown };
  isBusy: boolean;
  save: (isMfaRequired: boolean) => void;
};

/** Whether people who manage this tenant need a second factor. Saved at once. */
export function FactorRequirement({ read, isBusy, save }: FactorRequirementProps) {
  const { t } = useTranslation();
  const texts = { label: t('administrators.factor.label'), help: t('administrators.factor.labelHelp') };
  const change = async (isOn: boolean) => {
    const isSure =
      !isOn ||
      (await confirm({
        title: t('administrators.factor.confirmTitle'),
        body: t('administrators.factor.confirmBody'),
        confirm: t('administrators.factor.confirm'),
      }));
    if (isSure) {
      save(isOn);
    }
  };
  return (
    <FormCard title={t('administrators.factor.title')} help={t('administrators.factor.help')}>
      {!read.data ? (
        read.error ? (
          <p role="alert">{failureMessage(read.error)}</p>
        ) : (
          <Skeleton width={240} />
        )
      ) : isReadOnly() ? (
        <ReadSwitch {...texts} isOn={read.data.isMfaRequired} />
      ) : (
        <Switch
          label={texts.label}
          description={texts.help}
          checked={read.data.isMfaRequired}
          disabled={isBusy}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      )}
    </FormCard>
  );
}

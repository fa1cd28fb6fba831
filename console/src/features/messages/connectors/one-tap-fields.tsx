import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '#platform/form/switch-field.tsx';
import type { FormControl } from './config-field.tsx';

const options = ['autoSelect', 'closeOnTapOutside', 'itpSupport'] as const;

/** Google One Tap; its options appear once it is enabled. */
export function OneTapFields({ control }: { control: FormControl }) {
  const { t } = useTranslation();
  const isEnabled = useWatch({ control, name: 'oneTap.isEnabled' });
  return (
    <>
      <SwitchField
        control={control}
        name="oneTap.isEnabled"
        label={t('connectors.oneTap.isEnabled')}
        help={t('connectors.oneTap.isEnabledHelp')}
      />
      {isEnabled &&
        options.map((option) => (
          <SwitchField
            key={option}
            control={control}
            name={`oneTap.${option}`}
            label={t(`connectors.oneTap.${option}`)}
            help={t(`connectors.oneTap.${option}Help`)}
          />
        ))}
    </>
  );
}

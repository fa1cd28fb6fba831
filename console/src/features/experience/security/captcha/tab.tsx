import { Button } from '@mantine/core';
import type { CaptchaProvider } from '@postern/contracts/experience/captcha';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { captchaDetailsPath, captchaGuidePath } from '#paths/security.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useExperience, useExperienceForm } from '../../sign-in-experience/shared/experience-form.ts';
import classes from '../security.module.css';
import { guideIds } from './form.ts';
import { providerIcons } from './icons.ts';
import { useProvider } from './provider.ts';

const SwitchForm = z.object({ enabled: z.boolean() });
type SwitchValues = z.infer<typeof SwitchForm>;
const valuesOf = ({ captchaPolicy }: SignInExperience): SwitchValues => ({ enabled: captchaPolicy.enabled === true });
const bodyOf = (captchaPolicy: SwitchValues): UpdateSignInExperience => ({ captchaPolicy });

export function CaptchaTab() {
  const { provider, error, refetch } = useProvider();
  if (provider !== undefined) {
    return <CaptchaSettings provider={provider} />;
  }
  return error ? (
    <LoadFailed error={error} retry={refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={3} />
      <FormCardSkeleton fields={1} />
    </Cards>
  );
}

function CaptchaSettings({ provider }: { provider: CaptchaProvider | null }) {
  const { t } = useTranslation();
  const { form, save } = useExperienceForm({ schema: SwitchForm, values: valuesOf, body: bodyOf });
  // Deleting the provider turns the captcha off.
  useStoredValues(form, useExperience(), valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('security.captcha.provider.title')} help={t('security.captcha.provider.help')}>
        {provider ? <CurrentProvider provider={provider} /> : <ProviderChoice />}
      </FormCard>
      <FormCard title={t('security.captcha.use.title')} help={t('security.captcha.use.help')}>
        <SwitchField
          control={form.control}
          name="enabled"
          label={t('security.captcha.use.enabled')}
          help={t(provider ? 'security.captcha.use.enabledHelp' : 'security.captcha.use.needsProvider')}
          disabled={!provider}
        />
      </FormCard>
    </SettingsForm>
  );
}

function CurrentProvider({ provider: { config } }: { provider: CaptchaProvider }) {
  const { t } = useTranslation();
  return (
    <div className={classes.provider}>
      <Tile icon={providerIcons[config.type]} tint />
      <div className={classes.providerText}>
        <b>{t(`security.captcha.types.${config.type}.name`)}</b>
        {config.type === 'ProofOfWork' ? (
          <Tag small>{t(`security.captcha.difficulties.${config.difficulty}.label`)}</Tag>
        ) : (
          <code className="truncate" title={config.siteKey}>
            {config.siteKey}
          </code>
        )}
      </div>
      <Button component={PageLink} to={captchaDetailsPath} variant="default">
        {t('security.captcha.manage')}
      </Button>
    </div>
  );
}

/** One link per type of provider. */
function ProviderChoice() {
  const { t } = useTranslation();
  return (
    <ul className={classes.choices}>
      {Object.entries(guideIds).map(([guideId, type]) => (
        <li key={guideId}>
          <PageLink to={captchaGuidePath} params={{ guideId }} className={classes.choice}>
            <Tile icon={providerIcons[type]} />
            <span className={classes.providerText}>
              <b>{t(`security.captcha.types.${type}.name`)}</b>
              <small>{t(`security.captcha.types.${type}.about`)}</small>
            </span>
            <IconChevronRight size={16} stroke={1.5} className="flip" aria-hidden />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

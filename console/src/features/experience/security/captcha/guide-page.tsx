import { type CaptchaType, captchaApi } from '@postern/contracts/experience/captcha';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { captchaGuidePath, captchaPath, securityPath } from '#paths/security.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { useUnsavedGuard } from '#platform/detail/unsaved-guard.ts';
import { NotFound } from '#platform/feedback/screens.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import classes from '../security.module.css';
import { configOf, emptyValues, guideIds, ProviderForm, type ProviderValues } from './form.ts';
import { ProviderFields } from './provider-fields.tsx';

const resolver = schemaResolver(ProviderForm);
const landing = { field: (path: string) => path.replace(/^config\./, '') as keyof ProviderValues };

const typeOf = (guideId: string): CaptchaType | undefined =>
  Object.entries(guideIds).find(([known]) => known === guideId)?.[1];

/** Explains where to get the keys of a provider, and saves them. */
export function GuidePage() {
  const { guideId } = usePathParams(captchaGuidePath);
  const type = typeOf(guideId);
  return type ? <Guide key={type} type={type} /> : <NotFound />;
}

function Guide({ type }: { type: CaptchaType }) {
  const { t } = useTranslation();
  const go = useGo();
  const form = useForm({ resolver, defaultValues: emptyValues(type) });
  const save = useWrite(captchaApi.save, {
    quiet: true,
    onDone: () => {
      showSuccess(t('security.captcha.added'));
      return go(captchaPath, {}, { force: true });
    },
  });
  const submit = useSubmit(form, (values) => save.mutateAsync({ body: { config: configOf(values) } }), landing);
  useUnsavedGuard(form.formState.isDirty);
  const name = t(`security.captcha.types.${type}.name`);
  const steps = t(`security.captcha.types.${type}.steps`, { returnObjects: true }) as readonly string[];
  return (
    <PageBody>
      <Breadcrumb
        parents={[
          { to: securityPath, label: t('nav.security') },
          { to: captchaPath, label: t('security.tabs.captcha') },
        ]}
        current={name}
      />
      <PageHeader title={t('security.captcha.setUp', { name })} purpose={t(`security.captcha.types.${type}.about`)} />
      <form onSubmit={submit} noValidate>
        <Cards>
          <FormCard title={t('security.captcha.stepsTitle')} help={t('security.captcha.stepsHelp')}>
            <ol className={classes.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </FormCard>
          <FormCard title={t('security.captcha.settings.title')} help={t('security.captcha.settings.help')}>
            <ProviderFields control={form.control} />
            <div>
              <BusyButton type="submit" busy={form.formState.isSubmitting}>
                {t('security.captcha.add')}
              </BusyButton>
            </div>
          </FormCard>
        </Cards>
      </form>
    </PageBody>
  );
}

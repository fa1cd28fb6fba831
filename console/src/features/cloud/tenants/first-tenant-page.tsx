import { defaultTenantName } from '@postern/contracts/wire';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EmailTags } from '#platform/emails/email-tags.tsx';
import { emailsOf } from '#platform/emails/use-email-tags.ts';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { identifierOf, nameOf, useMe } from '#platform/person.ts';
import { signOut } from '#platform/session/sign-in.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Logo } from '#platform/ui/logo.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { RegionCards } from './create-fields.tsx';
import { createFirstTenant, type FirstTenant, FirstTenantForm } from './create-first-tenant.ts';
import classes from './onboarding.module.css';
import { useRegions } from './shared/regions.ts';

const failureSeconds = 5;
const landing = { codes: { 'tenant.region_not_available': 'regionName' } } as const;

export function FirstTenantPage() {
  const { t } = useTranslation();
  const regions = useRegions();
  const form = useForm({
    resolver: schemaResolver(FirstTenantForm),
    defaultValues: { name: '', regionName: '', emails: [], draft: '' },
    // An address is not validated while it is typed.
    reValidateMode: 'onSubmit',
  });
  const submit = useSubmit(form, useCreate(), landing);
  const name = useWatch({ control: form.control, name: 'name' }).trim() || defaultTenantName;
  usePageTitle(t('tenants.onboarding.title'));
  useEffect(() => form.setFocus('name'), [form]);
  const regionName = useWatch({ control: form.control, name: 'regionName' });
  useEffect(() => {
    // If the form was submitted before the regions were loaded, one is selected once they are.
    if (regionName) {
      form.clearErrors('regionName');
    }
  }, [form, regionName]);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <Bar />
        <main className={classes.main}>
          <form className={classes.form} onSubmit={submit} noValidate>
            <div>
              <h1 className={classes.title}>{t('tenants.onboarding.title')}</h1>
              <p className={classes.purpose}>{t('tenants.onboarding.purpose')}</p>
              <p className={classes.purpose}>{t('tenants.onboarding.development')}</p>
            </div>
            <TextField
              control={form.control}
              name="name"
              label={t('tenants.form.name')}
              placeholder={defaultTenantName}
            />
            <RegionCards control={form.control} regions={regions} />
            <EmailTags
              form={emailsOf(form)}
              label={t('tenants.invite.label')}
              help={t('tenants.invite.help')}
              optional
            />
            <BusyButton
              type="submit"
              className={classes.submit}
              busy={form.formState.isSubmitting}
              // The pointer must not move the focus, or an address being typed would become a tag under it.
              onMouseDown={(event) => event.preventDefault()}
            >
              {t('tenants.create')}
            </BusyButton>
          </form>
        </main>
      </div>
      <aside className={classes.preview} aria-hidden>
        <SignInPreview name={name} />
      </aside>
    </div>
  );
}

function useCreate() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: me } = useMe();
  return async (values: FirstTenant) => {
    if (!me) {
      return;
    }
    const { tenant, invited } = await createFirstTenant(values, me);
    showSuccess(t('tenants.created'));
    if (invited === 'all') {
      showSuccess(t('tenants.invite.sent', { count: values.invitees.length }));
    } else if (invited === 'failed') {
      showError(t('tenants.invite.failed'), { seconds: failureSeconds });
    }
    await navigate({ to: `/${tenant.id}`, replace: true });
  };
}

function Bar() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  return (
    <header className={classes.bar}>
      <Logo />
      {me && <span className={`${classes.who} truncate`}>{identifierOf(me) ?? nameOf(me)}</span>}
      <button type="button" className={`${classes.signOut} link`} onClick={() => void signOut()}>
        {t('shell.signOut')}
      </button>
    </header>
  );
}

/** A sketch of the tenant's sign-in page. Decorative: hide it from screen readers. */
function SignInPreview({ name }: { name: string }) {
  const { t } = useTranslation();
  const letter = String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase();
  return (
    <>
      <div className={classes.arch} />
      <div className={classes.card}>
        <span className={classes.letter}>{letter}</span>
        <span className={classes.cardTitle}>{t('tenants.onboarding.previewTitle', { name })}</span>
        <span className={classes.cardField}>{t('tenants.onboarding.previewUsername')}</span>
        <span className={classes.cardField}>{t('tenants.onboarding.previewPassword')}</span>
        <span className={classes.cardButton}>{t('tenants.onboarding.previewAction')}</span>
      </div>
      <p className={classes.caption}>{t('tenants.onboarding.previewCaption')}</p>
    </>
  );
}

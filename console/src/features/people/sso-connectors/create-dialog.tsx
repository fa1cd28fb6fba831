import { useComputedColorScheme } from '@mantine/core';
import { CreateSsoConnector, type SsoProvider, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ssoConnectionPath, ssoConnectorsPath } from '#paths/sso-connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import type { Icon } from '#platform/feature.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { useGo } from '#platform/router/links.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';

const CreateForm = CreateSsoConnector.pick({ providerName: true, connectorName: true });
const resolver = schemaResolver(CreateForm);
const landing = {
  codes: { 'single_sign_on.duplicate_connector_name': 'connectorName' as const },
  field: (path: string) => CreateForm.keyof().safeParse(path).data,
};

/** A separate route over the list, so that Back closes it. */
export function CreateDialog() {
  const { t } = useTranslation();
  const go = useGo();
  const providers = useRead(ssoConnectorsApi.listProviders, {}, { quiet: true, staleTime: 300_000 });
  const create = useWrite(ssoConnectorsApi.create, {
    quiet: true,
    onDone: async ({ id }) => {
      await go(ssoConnectionPath, { id });
      showSuccess(t('ssoConnectors.form.created'));
    },
  });
  const form = useForm({ resolver, defaultValues: { providerName: '', connectorName: '' } });
  const submit = useSubmit(form, (body) => create.mutateAsync({ body }), landing);
  const logos = useLogos(providers.data);
  return (
    <FormDialog
      onClose={() => void go(ssoConnectorsPath, {})}
      title={t('ssoConnectors.create')}
      description={t('ssoConnectors.form.help')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      disabled={!providers.data}
      action={t('ssoConnectors.form.submit')}
    >
      <PlanNotice of={['enterpriseSsoLimit']} />
      {providers.error && !providers.data ? (
        <LoadFailed error={providers.error} retry={providers.refetch} />
      ) : (
        <RadioCards
          control={form.control}
          name="providerName"
          label={t('ssoConnectors.form.provider')}
          missing={t('ssoConnectors.form.providerMissing')}
          choices={(providers.data ?? []).map(({ providerName, name }) => ({
            value: providerName,
            label: name,
            help: t(`ssoConnectors.providerHelp.${providerName}`),
            icon: logos.get(providerName),
          }))}
          instead={providers.data ? undefined : <Skeleton width="100%" height={240} />}
          autoFocus
        />
      )}
      <TextField
        control={form.control}
        name="connectorName"
        label={t('ssoConnectors.fields.name')}
        help={t('ssoConnectors.fields.nameHelp')}
        placeholder={t('ssoConnectors.fields.namePlaceholder')}
      />
    </FormDialog>
  );
}

/** The logo of each provider as an icon. Made once, because a new component would load its picture again. */
function useLogos(providers: readonly SsoProvider[] | undefined): ReadonlyMap<string, Icon> {
  const isDark = useComputedColorScheme('light') === 'dark';
  return useMemo(
    () =>
      new Map<string, Icon>(
        (providers ?? []).map(({ providerName, logo, logoDark }) => [
          providerName,
          ({ size }) => <img src={isDark ? logoDark : logo} width={size} height={size} alt="" />,
        ]),
      ),
    [providers, isDark],
  );
}

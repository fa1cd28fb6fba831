import { Button, Menu } from '@mantine/core';
import { type CaptchaProvider, captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { captchaPath, securityPath } from '#paths/security.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { configOf, ProviderForm, type ProviderValues, valuesOf } from './form.ts';
import { providerIcons } from './icons.ts';
import { useProvider } from './provider.ts';
import { ProviderFields } from './provider-fields.tsx';

const resolver = schemaResolver(ProviderForm);
const landing = { field: (path: string) => path.replace(/^config\./, '') as keyof ProviderValues };

/** The settings of the captcha provider, and its deletion. */
export function DetailsPage() {
  const { t } = useTranslation();
  const { provider, error, refetch } = useProvider();
  if (provider === null) {
    return <NotFound />;
  }
  return (
    <PageBody busy={!provider}>
      <Breadcrumb
        parents={[
          { to: securityPath, label: t('nav.security') },
          { to: captchaPath, label: t('security.tabs.captcha') },
        ]}
        current={provider ? t(`security.captcha.types.${provider.config.type}.name`) : '…'}
      />
      {provider ? (
        <ProviderSettings key={provider.id} provider={provider} />
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <>
          <DetailHeaderSkeleton />
          <Cards>
            <FormCardSkeleton fields={3} />
          </Cards>
        </>
      )}
    </PageBody>
  );
}

function ProviderSettings({ provider }: { provider: CaptchaProvider }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(provider.config) });
  const write = useWrite(captchaApi.save, { quiet: true });
  const save = useSave(
    form,
    async (values) => valuesOf((await write.mutateAsync({ body: { config: configOf(values) } })).config),
    landing,
  );
  const remove = useDeleteProvider();
  const { type } = provider.config;
  return (
    <>
      <DetailHeader
        image={<Tile icon={providerIcons[type]} large tint />}
        name={t(`security.captcha.types.${type}.name`)}
        id={provider.id}
        copyLabel={t('security.captcha.copyId')}
        menu={
          <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove()}>
            {t('actions.delete')}
          </Menu.Item>
        }
      />
      <SettingsForm form={form} save={save}>
        <FormCard title={t('security.captcha.settings.title')} help={t('security.captcha.settings.help')}>
          <ProviderFields control={form.control} />
        </FormCard>
        <FormCard title={t('security.captcha.danger.title')} help={t('security.captcha.danger.help')} danger>
          <DangerRow
            title={t('security.captcha.danger.delete')}
            help={t('security.captcha.danger.deleteHelp')}
            action={
              <Button variant="danger" onClick={() => void remove()}>
                {t('actions.delete')}
              </Button>
            }
          />
        </FormCard>
      </SettingsForm>
    </>
  );
}

/** Asks for confirmation, deletes the provider and returns to the tab. */
function useDeleteProvider() {
  const { t } = useTranslation();
  const go = useGo();
  const queryClient = useQueryClient();
  const remove = useWrite(captchaApi.remove, {
    onDone: async () => {
      showSuccess(t('security.captcha.deleted'));
      await go(captchaPath, {}, { force: true });
      // The server also turned the captcha off.
      await queryClient.invalidateQueries({ queryKey: [signInExperienceApi.get.tag] });
    },
  });
  return async () => {
    const confirmed = await confirm({
      title: t('security.captcha.danger.confirm'),
      body: t('security.captcha.danger.deleteHelp'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({});
    }
  };
}

import {
  type ExtendedClaim,
  extendedClaimNames,
  extendedClaims,
  type IdTokenSettings,
  idTokenApi,
} from '@postern/contracts/access/id-token';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';

const Switches = z.record(z.enum(extendedClaimNames), z.boolean());
type Switches = Record<ExtendedClaim, boolean>;
const resolver = schemaResolver(Switches);

// One entry for each name.
const switchesOf = ({ enabledExtendedClaims = [] }: IdTokenSettings) =>
  Object.fromEntries(extendedClaimNames.map((name) => [name, enabledExtendedClaims.includes(name)])) as Switches;

/** Which additional claims ID tokens contain. */
export function IdTokenForm() {
  const { data, error, refetch } = useRead(idTokenApi.get, {});
  if (data) {
    return <Settings stored={data} />;
  }
  return error ? <LoadFailed error={error} retry={refetch} isPart /> : <FormCardSkeleton fields={4} />;
}

function Settings({ stored }: { stored: IdTokenSettings }) {
  const { t } = useTranslation();
  const write = useWrite(idTokenApi.save, { quiet: true });
  const form = useForm({ resolver, defaultValues: switchesOf(stored) });
  const save = useSave(form, async (values: Switches) => {
    const enabledExtendedClaims = extendedClaimNames.filter((name) => values[name]);
    return switchesOf(await write.mutateAsync({ body: { enabledExtendedClaims } }));
  });
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('customJwt.idToken.title')} help={t('customJwt.idToken.help')}>
        {extendedClaimNames.map((name) => (
          <SwitchField
            key={name}
            control={form.control}
            name={name}
            label={t(`customJwt.idToken.claims.${name}`)}
            help={t('customJwt.idToken.needs', { claim: name, scope: extendedClaims[name] })}
          />
        ))}
      </FormCard>
    </SettingsForm>
  );
}

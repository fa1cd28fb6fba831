import { type MessageLimitsState, messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { CountsCard } from './counts-card.tsx';
import { bodyOf, fieldOf, LimitsForm, type SentLimits, valuesOf } from './form.ts';
import { defaultsOf, limitNames, limitOf } from './used-limits.ts';

const resolver = schemaResolver(LimitsForm);
const landing = { field: fieldOf };

export function MessagesTab() {
  const { data, error, refetch } = useRead(messageLimitsApi.get, {});
  if (data) {
    return <MessageSettings state={data} />;
  }
  return error ? (
    <LoadFailed error={error} retry={refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={4} />
    </Cards>
  );
}

function MessageSettings({ state }: { state: MessageLimitsState }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const write = useWrite(messageLimitsApi.save, { quiet: true });
  const form = useForm({ resolver, defaultValues: valuesOf(state.limits) });
  const save = useSave(
    form,
    async (values: SentLimits) => valuesOf((await write.mutateAsync({ body: bodyOf(values) })).limits),
    landing,
  );
  return (
    <SettingsForm form={form} save={save}>
      <CountsCard />
      <FormCard title={t('security.messages.limits.title')} help={t('security.messages.limits.help')}>
        {limitNames.map((name) => (
          <TextField
            key={name}
            control={form.control}
            name={name}
            label={t(`security.messages.limits.${name}`)}
            help={t(
              name.endsWith('Day') ? 'security.messages.limits.byDefaultDay' : 'security.messages.limits.byDefault',
              {
                limit: number(limitOf(defaultsOf, name)),
                used: number(limitOf(state.used, name)),
              },
            )}
            inputMode="numeric"
            width={360}
            optional
          />
        ))}
      </FormCard>
    </SettingsForm>
  );
}

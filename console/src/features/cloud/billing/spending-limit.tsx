import { plansApi } from '@postern/contracts/cloud/plans';
import type { Subscription } from '@postern/contracts/cloud/tenants';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { billedAs } from './billed-as.ts';
import classes from './billing.module.css';
import { Section } from './frames.tsx';

type Agreement = z.infer<typeof Subscription>;

const valuesOf = (cents: number | null) => ({ dollars: cents === null ? '' : String(cents / 100) });

/** What the tenant may cost at most per month. Plans that are not billed have no limit. */
export function SpendingLimit({ subscription }: { subscription: Agreement | undefined }) {
  const kind = subscription && billedAs(subscription);
  return kind === 'bought' || kind === 'free' ? <LimitForm limit={subscription?.spendingLimit ?? null} /> : null;
}

function LimitForm({ limit }: { limit: number | null }) {
  const { t } = useTranslation();
  const id = useTenantId();
  const LimitFields = z.object({
    dollars: z
      .string()
      .trim()
      .refine((text) => /^\d{0,7}$/.test(text), { error: () => t('billing.spending.wrong') }),
  });
  const form = useForm({ resolver: schemaResolver(LimitFields), defaultValues: valuesOf(limit) });
  const save = useWrite(plansApi.setSpendingLimit, {
    quiet: true,
    onDone: () => showSuccess(t('billing.spending.saved')),
  });
  useStoredValues(form, limit, valuesOf);
  const submit = useSubmit(form, async ({ dollars }) => {
    const spendingLimit = dollars === '' ? null : Number(dollars) * 100;
    await save.mutateAsync({ params: { id }, body: { spendingLimit } });
    form.reset({ dollars });
  });
  return (
    <Section title={t('billing.spending.title')} note={t('billing.spending.note')}>
      <form onSubmit={submit} noValidate className={classes.limitForm}>
        <TextField
          control={form.control}
          name="dollars"
          label={t('billing.spending.label')}
          help={t('billing.spending.help')}
          inputMode="numeric"
        />
        <div>
          <BusyButton
            type="submit"
            variant="default"
            busy={form.formState.isSubmitting}
            disabled={!form.formState.isDirty}
          >
            {t('actions.saveShort')}
          </BusyButton>
        </div>
      </form>
    </Section>
  );
}

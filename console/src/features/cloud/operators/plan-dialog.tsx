import {
  type AssignablePlan,
  ChangePlan,
  type OperatedTenantDetails,
  operatorsApi,
} from '@postern/contracts/cloud/operators';
import { developmentPlanId, isEnterprisePlan } from '@postern/contracts/quota';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { planName } from './labels.ts';
import { PlanLimits } from './plan-limits.tsx';

/** Value for a plan that is created with this form. IDs of plans have no colon. */
const created = ':new';
const limits = ['mauLimit', 'tokenLimit', 'tenantMembersLimit'] as const;

const limit = z.string().regex(/^\d{0,12}$/);
const PlanForm = z.object({
  plan: z.string(),
  name: z.string(),
  mauLimit: limit,
  tokenLimit: limit,
  tenantMembersLimit: limit,
});
type PlanForm = z.infer<typeof PlanForm>;

const isNamed = ({ plan, name }: PlanForm) =>
  plan !== created || (ChangePlan.shape.planId.safeParse(name).success && isEnterprisePlan(name));

const landing = {
  codes: {
    'tenant.paid_subscription': 'plan',
    'tenant.tag_not_allowed': 'plan',
    'request.invalid_input': 'plan',
    'entity.unique_integrity_violation': 'name',
  },
} as const;

type Limits = Pick<PlanForm, (typeof limits)[number]>;

/** The limits of an agreed plan, and of the tenant if it has this plan. */
function limitsOf(plan: AssignablePlan | undefined, { planId, agreedQuota }: OperatedTenantDetails): Limits {
  const quota = { ...plan?.quota, ...(plan?.id === planId ? agreedQuota : {}) };
  const text = (key: (typeof limits)[number]) => String(quota[key] ?? '');
  return {
    mauLimit: text('mauLimit'),
    tokenLimit: text('tokenLimit'),
    tenantMembersLimit: text('tenantMembersLimit'),
  };
}

const readLimits = (given: Limits) =>
  limits.map((key) => [key, given[key] === '' ? null : Number(given[key])] as const);

/** What differs from the plan is agreed for this tenant. Limits that only the API and the CLI support are kept. */
function ownQuota(given: Limits, plan: AssignablePlan, { planId, agreedQuota }: OperatedTenantDetails) {
  const kept = plan.id === planId ? agreedQuota : {};
  const changed = readLimits(given).filter(([key, limit]) => limit !== (plan.quota[key] ?? null));
  const rest = Object.entries(kept ?? {}).filter(([key]) => !limits.some((shown) => shown === key));
  const quota = Object.fromEntries([...rest, ...changed]);
  return Object.keys(quota).length > 0 ? { quota } : {};
}

export function PlanDialog({ tenant, onClose }: { tenant: OperatedTenantDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name, tag, planId } = tenant;
  const { data: plans = [] } = useRead(operatorsApi.plans, {});
  const create = useWrite(operatorsApi.createPlan, { quiet: true });
  const change = useWrite(operatorsApi.setPlan, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('operators.plan.done', { name }));
    },
  });
  const form = useForm({
    resolver: schemaResolver(PlanForm.refine(isNamed, { path: ['name'], message: t('operators.plan.nameWrong') })),
    defaultValues: { plan: planId, name: '', ...limitsOf(undefined, tenant) },
  });
  const planOf = (value: string) => plans.find((plan) => plan.id === value);
  const submit = useSubmit(
    form,
    async ({ plan, name: newId, ...given }) => {
      if (plan === created) {
        const quota = Object.fromEntries(readLimits(given).filter(([, limit]) => limit !== null));
        await create.mutateAsync({ body: { id: newId, quota } });
        // If the tenant cannot have it now, the plan exists all the same.
        form.setValue('plan', newId);
        await change.mutateAsync({ params: { id }, body: { planId: newId } });
        return;
      }
      const known = planOf(plan);
      const quota = known?.isAgreed ? ownQuota(given, known, tenant) : {};
      await change.mutateAsync({ params: { id }, body: { planId: plan, ...quota } });
    },
    landing,
  );
  const chosen = form.watch('plan');
  const isNew = chosen === created;
  const known = planOf(chosen);
  // An older paid plan is offered only to tenants that have it.
  const offered = plans.filter(
    (plan) =>
      plan.isAgreed ||
      plan.id === planId ||
      plan.id === 'free' ||
      plan.id === 'pro-202509' ||
      (plan.id === developmentPlanId && tag === 'development'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: typed limits stay until another plan is chosen
  useEffect(() => {
    for (const [key, value] of Object.entries(limitsOf(known, tenant))) {
      form.setValue(key as keyof Limits, value);
    }
  }, [known?.id]);
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('operators.plan.title', { name })}
      description={t(tag === 'development' ? 'operators.plan.bodyDevelopment' : 'operators.plan.body')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      disabled={!form.formState.isDirty}
      action={t('operators.plan.action')}
    >
      <SelectField
        control={form.control}
        name="plan"
        label={t('operators.columns.planId')}
        choices={[
          ...(offered.length > 0
            ? offered.map((plan) => ({ value: plan.id, label: plan.isAgreed ? plan.name : planName(t, plan.id) }))
            : [{ value: planId, label: planName(t, planId) }]),
          { value: created, label: t('operators.plan.agreed') },
        ]}
        autoFocus
      />
      {known && !known.isAgreed && <PlanLimits quota={known.quota} />}
      {isNew && (
        <TextField
          control={form.control}
          name="name"
          mono
          label={t('operators.plan.name')}
          help={t('operators.plan.nameHelp')}
        />
      )}
      {(isNew || known?.isAgreed) &&
        limits.map((key) => (
          <TextField
            key={key}
            control={form.control}
            name={key}
            optional
            inputMode="numeric"
            label={t(`operators.plan.limits.${key}`)}
          />
        ))}
    </FormDialog>
  );
}

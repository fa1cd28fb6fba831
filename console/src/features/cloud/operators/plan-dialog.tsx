import { ChangePlan, type OperatedTenantDetails, operatorsApi } from '@postern/contracts/cloud/operators';
import { isEnterprisePlan, paidPlanIds } from '@postern/contracts/quota';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { planName } from './labels.ts';

/** Value for any plan that is not offered. */
const agreed = 'agreed';
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
  plan !== agreed || (ChangePlan.shape.planId.safeParse(name).success && isEnterprisePlan(name));

const landing = {
  codes: { 'tenant.paid_subscription': 'plan', 'tenant.tag_not_allowed': 'plan', 'request.invalid_input': 'plan' },
} as const;

function valuesOf({ planId, agreedQuota }: OperatedTenantDetails): PlanForm {
  const isAgreed = isEnterprisePlan(planId);
  const text = (key: (typeof limits)[number]) => String(agreedQuota?.[key] ?? '');
  return {
    plan: isAgreed ? agreed : planId,
    name: isAgreed ? planId : '',
    mauLimit: text('mauLimit'),
    tokenLimit: text('tokenLimit'),
    tenantMembersLimit: text('tenantMembersLimit'),
  };
}

/** Limits that only the API and the CLI support are kept as agreed. */
function bodyOf({ plan, name, ...given }: PlanForm, { agreedQuota }: OperatedTenantDetails): ChangePlan {
  if (plan !== agreed) {
    return { planId: plan };
  }
  const numbers = limits.map((key) => [key, given[key] === '' ? null : Number(given[key])] as const);
  return { planId: name, quota: { ...agreedQuota, ...Object.fromEntries(numbers) } };
}

export function PlanDialog({ tenant, onClose }: { tenant: OperatedTenantDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name, tag, planId } = tenant;
  const change = useWrite(operatorsApi.setPlan, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('operators.plan.done', { name }));
    },
  });
  const form = useForm({
    resolver: schemaResolver(PlanForm.refine(isNamed, { path: ['name'], message: t('operators.plan.nameWrong') })),
    defaultValues: valuesOf(tenant),
  });
  const submit = useSubmit(
    form,
    (values) => change.mutateAsync({ params: { id }, body: bodyOf(values, tenant) }),
    landing,
  );
  const isAgreed = form.watch('plan') === agreed;
  // An older paid plan is offered only to tenants that have it.
  const offered = [
    ...new Set([
      ...(tag === 'development' ? ['dev'] : []),
      'free',
      'pro-202509',
      ...paidPlanIds.filter((one) => one === planId),
    ]),
  ];
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
          ...offered.map((value) => ({ value, label: planName(t, value) })),
          { value: agreed, label: t('operators.plan.agreed') },
        ]}
        autoFocus
      />
      {isAgreed && (
        <>
          <TextField
            control={form.control}
            name="name"
            mono
            label={t('operators.plan.name')}
            help={t('operators.plan.nameHelp')}
          />
          {limits.map((key) => (
            <TextField
              key={key}
              control={form.control}
              name={key}
              optional
              inputMode="numeric"
              label={t(`operators.plan.limits.${key}`)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

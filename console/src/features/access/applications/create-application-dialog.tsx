import {
  type Application,
  type ApplicationType,
  applicationsApi,
  CreateApplication,
} from '@postern/contracts/access/applications';
import type { QuotaKey } from '@postern/contracts/quota';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice, PlanTag, useAskPrice } from '#platform/plan/plan-parts.tsx';
import { creatableKinds, kindIcons } from './kinds.ts';

const CreateForm = CreateApplication.pick({ type: true, name: true, description: true }).extend({
  isThirdParty: CreateApplication.shape.isThirdParty.unwrap(),
});

const fields = ['type', 'name', 'description', 'isThirdParty'] as const;
const landing = { field: (path: string) => fields.find((field) => field === path) };

export type NewApplication = { type?: ApplicationType; name?: string; isThirdParty?: boolean };

type CreateApplicationDialogProps = {
  preset?: NewApplication;
  /** The type is fixed by a guide, so no type cards are shown. */
  isTypeFixed?: boolean;
  description?: ReactNode;
  onClose: () => void;
  /** Runs before lists are refreshed; it navigates away from the dialog. */
  onCreated: (application: Application) => unknown;
};

export function CreateApplicationDialog({ preset = {}, isTypeFixed, ...props }: CreateApplicationDialogProps) {
  const { t } = useTranslation();
  const { name = '', isThirdParty = false, type } = preset;
  const askPrice = useAskPrice();
  const create = useWrite(applicationsApi.create, { quiet: true, onDone: props.onCreated });
  const form = useForm({
    resolver: schemaResolver(CreateForm),
    defaultValues: { type: type ?? (isThirdParty ? 'Traditional' : undefined), name, description: '', isThirdParty },
  });
  const [chosenType, wantsThirdParty] = form.watch(['type', 'isThirdParty']);
  const isTraditional = chosenType === 'Traditional';
  const addOn: QuotaKey | undefined =
    chosenType === 'MachineToMachine'
      ? 'machineToMachineLimit'
      : isTraditional && wantsThirdParty
        ? 'thirdPartyApplicationsLimit'
        : undefined;
  const limits: QuotaKey[] = [...(addOn ? [addOn] : []), 'applicationsLimit'];
  const submit = useSubmit(
    form,
    async ({ description, ...values }) => {
      const body = { ...values, description: description || null, isThirdParty: isTraditional && values.isThirdParty };
      if (await askPrice(addOn)) {
        await create.mutateAsync({ body });
        showSuccess(t('applications.form.created'));
      }
    },
    landing,
  );
  const hasCards = !(isTypeFixed && type);
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('applications.create')}
      description={props.description}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('applications.form.submit')}
    >
      <PlanNotice of={limits} />
      {hasCards && (
        <RadioCards
          control={form.control}
          name="type"
          label={t('applications.form.type')}
          missing={t('applications.form.typeMissing')}
          choices={creatableKinds.map((kind) => ({
            value: kind,
            label: t(`applications.types.${kind}`),
            help: t(`applications.typeHelp.${kind}`),
            icon: kindIcons[kind],
            tag: kind === 'MachineToMachine' && <PlanTag of="machineToMachineLimit" />,
          }))}
          autoFocus={!type && !isThirdParty}
        />
      )}
      <TextField
        control={form.control}
        name="name"
        label={t('applications.form.name')}
        placeholder={t('applications.form.namePlaceholder')}
        autoFocus={Boolean(type || isThirdParty)}
      />
      <TextField
        control={form.control}
        name="description"
        label={t('applications.form.description')}
        placeholder={t('applications.form.descriptionPlaceholder')}
        optional
      />
      {isTraditional && (
        <SwitchField
          control={form.control}
          name="isThirdParty"
          label={t('applications.form.thirdParty')}
          help={t('applications.form.thirdPartyHelp')}
        />
      )}
    </FormDialog>
  );
}

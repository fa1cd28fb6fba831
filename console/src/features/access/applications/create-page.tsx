import {
  type Application,
  ApplicationType,
  applicationsApi,
  CreateApplication,
} from '@postern/contracts/access/applications';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import type { QuotaKey } from '@postern/contracts/quota';
import { IconWorldOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { z } from 'zod';
import { findApplicationGuide, fits } from '#features/access/guides/shared/arrange.ts';
import { GuideLibrary } from '#features/access/guides/shared/library.tsx';
import { AssignRoles } from '#features/access/roles/shared/assign.tsx';
import {
  applicationSettingsPath,
  applicationsPath,
  createApplicationPath,
  thirdPartyApplicationsPath,
} from '#paths/applications.ts';
import { applicationGuidePath } from '#paths/guides.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice, PlanTag } from '#platform/plan/plan-parts.tsx';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import type { SearchParams } from '#platform/router/page-path.ts';
import { creatableKinds, thirdPartyKinds } from './creatable-kinds.ts';
import { kindIcons } from './kinds.ts';
import { originField, subdomainField } from './protection-form.ts';

/** `guide` is the one selected in the library; any other value means none. */
type CreateSearch = { name?: string; type?: string; thirdParty?: string; guide?: string };

/** The guide library. The URL decides what is created; the dialog then opens on top, and Back closes it. */
export function CreatePage() {
  const { name, type, thirdParty, guide, ...library }: CreateSearch = useSearch({ strict: false });
  const isOpen = [name, type, thirdParty, guide].some((value) => value !== undefined);
  const preset = { name, type: ApplicationType.safeParse(type).data, isThirdParty: thirdParty === 'true' };
  return (
    <>
      <GuideLibrary />
      {isOpen && <Create preset={preset} guideId={guide} library={library} />}
    </>
  );
}

type CreateProps = { preset: NewApplication; guideId: string | undefined; library: SearchParams };

function Create({ preset, guideId, library }: CreateProps) {
  const { t } = useTranslation();
  const go = useGo();
  const [machine, setMachine] = useState<Created>();
  const guide = findApplicationGuide(guideId);
  const open = (created: Created) =>
    guide && !guide.skipGuideAfterCreation && fits(guide, created)
      ? go(applicationGuidePath, { id: created.id, guideId: guide.id })
      : go(applicationSettingsPath, { id: created.id });
  const isProtected = preset.type === 'Protected';
  const close = () =>
    guideId === undefined && !isProtected
      ? go(preset.isThirdParty ? thirdPartyApplicationsPath : applicationsPath, {})
      : go(createApplicationPath, {}, { search: library });
  if (machine) {
    return (
      <AssignRoles
        holder={{ kind: 'application', id: machine.id, name: machine.name }}
        onClose={() => void open(machine)}
        words={{
          title: t('applications.form.rolesTitle', { name: machine.name }),
          description: t('applications.form.rolesHelp'),
          dismiss: t('applications.form.rolesLater'),
        }}
      />
    );
  }
  return (
    <CreateApplicationDialog
      preset={guide ? { type: guide.target, isThirdParty: guide.isThirdParty } : preset}
      isTypeFixed={guide !== undefined || isProtected}
      description={
        guide ? (
          t('guides.chosen', { name: guide.name })
        ) : isProtected ? (
          t('applications.typeHelp.Protected')
        ) : (
          <>
            {t('guides.notChosen')}{' '}
            <PageLink className="link" to={createApplicationPath} search={library}>
              {t('guides.pickInstead')}
            </PageLink>
          </>
        )
      }
      onClose={() => void close()}
      // A machine without a role gets tokens without permissions.
      onCreated={(created) => (created.type === 'MachineToMachine' ? setMachine(created) : open(created))}
    />
  );
}

const CreateForm = CreateApplication.pick({ type: true, name: true, description: true })
  .extend({
    isThirdParty: CreateApplication.shape.isThirdParty.unwrap(),
    signsWithRsa: z.boolean(),
    isDevice: z.boolean(),
    origin: z.string(),
    subDomain: z.string(),
  })
  .check(({ value, issues }) => {
    // Only protected applications show these fields.
    const checks = value.type === 'Protected' ? { origin: originField, subDomain: subdomainField } : {};
    for (const [field, schema] of Object.entries(checks)) {
      const { error } = schema.safeParse(value[field as keyof typeof checks]);
      if (error) {
        issues.push({ code: 'custom', path: [field], input: value, message: error.issues[0]?.message });
      }
    }
  });

const applicationLimits: readonly QuotaKey[] = ['applicationsLimit'];
const tags = { MachineToMachine: 'machineToMachineLimit', SAML: 'samlApplicationsLimit' } as const;

const fields = ['type', 'name', 'description', 'isThirdParty', 'origin', 'subDomain'] as const;
const landing = {
  field: (path: string) => fields.find((field) => field === path.replace(/^protectedAppMetadata\./, '')),
  codes: {
    'application.invalid_subdomain': 'subDomain',
    'application.protected_application_subdomain_exists': 'subDomain',
  },
} as const;

type Created = Pick<Application, 'id' | 'name' | 'type' | 'isThirdParty'>;
type NewApplication = { type?: ApplicationType; name?: string; isThirdParty?: boolean };

type CreateApplicationDialogProps = {
  preset?: NewApplication;
  /** The type is fixed by a guide, so no type cards are shown. */
  isTypeFixed?: boolean;
  description?: ReactNode;
  onClose: () => void;
  /** Runs before lists are refreshed; it navigates away from the dialog. */
  onCreated: (application: Created) => unknown;
};

function CreateApplicationDialog({ preset = {}, isTypeFixed, ...props }: CreateApplicationDialogProps) {
  const { t } = useTranslation();
  const { name = '', isThirdParty = false, type } = preset;
  const create = useWrite(applicationsApi.create, { quiet: true, onDone: props.onCreated });
  const createSaml = useWrite(samlApplicationsApi.create, { quiet: true, onDone: props.onCreated });
  const form = useForm({
    resolver: schemaResolver(CreateForm),
    defaultValues: {
      type: type ?? (isThirdParty ? 'Traditional' : undefined),
      name,
      description: '',
      isThirdParty,
      signsWithRsa: false,
      isDevice: false,
      origin: '',
      subDomain: '',
    },
  });
  const [chosenType, wantsThirdParty] = form.watch(['type', 'isThirdParty']);
  const isTraditional = chosenType === 'Traditional';
  const canBeThirdParty = thirdPartyKinds.some((kind) => kind === chosenType);
  const addOn: QuotaKey | undefined =
    chosenType === 'MachineToMachine'
      ? 'machineToMachineLimit'
      : canBeThirdParty && wantsThirdParty
        ? 'thirdPartyApplicationsLimit'
        : chosenType === 'SAML'
          ? 'samlApplicationsLimit'
          : undefined;
  const limits: QuotaKey[] = [...(addOn ? [addOn] : []), ...(chosenType === 'SAML' ? [] : applicationLimits)];
  const submit = useSubmit(
    form,
    async ({ description, origin, subDomain, signsWithRsa, isDevice, ...values }) => {
      const body = {
        ...values,
        description: description || null,
        isThirdParty: canBeThirdParty && values.isThirdParty,
        ...(isTraditional && signsWithRsa
          ? { customClientMetadata: { idTokenSignedResponseAlg: 'RS256' } as const }
          : {}),
        ...(values.type === 'Native' && isDevice ? { customClientMetadata: { isDeviceFlow: true } } : {}),
        ...(values.type === 'Protected'
          ? { protectedAppMetadata: { origin: origin.trim(), subDomain: subDomain.trim() } }
          : {}),
      };
      await (body.type === 'SAML'
        ? createSaml.mutateAsync({ body: { name: body.name, description: body.description } })
        : create.mutateAsync({ body }));
      showSuccess(t('applications.form.created'));
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
      disabled={chosenType === 'Protected' && !config.hasProtectedApps}
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
            tag: kind in tags && <PlanTag of={tags[kind as keyof typeof tags]} />,
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
      {chosenType === 'Protected' &&
        (config.hasProtectedApps ? <ProtectionFields control={form.control} /> : <ProtectionMissing />)}
      {isTraditional && (
        <SwitchField
          control={form.control}
          name="signsWithRsa"
          label={t('applications.form.rsa')}
          help={t('applications.form.rsaHelp')}
        />
      )}
      {chosenType === 'Native' && (
        <SwitchField
          control={form.control}
          name="isDevice"
          label={t('applications.form.device')}
          help={t('applications.form.deviceHelp')}
        />
      )}
      {canBeThirdParty && (
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

type FormControl = Control<z.input<typeof CreateForm>, unknown, z.output<typeof CreateForm>>;

/** What the operator sets before there can be protected applications. */
function ProtectionMissing() {
  const { t } = useTranslation();
  return (
    <Notice tone="warning" icon={IconWorldOff} title={t('guides.protectedMissing')}>
      <Trans i18nKey="applications.protection.missingBody" components={{ code: <code /> }} />{' '}
      <a className="link" href={`${config.docsUrl}/protected-apps`} target="_blank" rel="noreferrer">
        {t('applications.protection.howTo')}
      </a>
    </Notice>
  );
}

/** Where a protected application runs, and the host that people open. */
function ProtectionFields({ control }: { control: FormControl }) {
  const { t } = useTranslation();
  const { data } = useRead(applicationsApi.getSystem, {}, { quiet: true });
  const domain = data?.protectedApps.defaultDomain;
  return (
    <>
      <TextField
        control={control}
        name="origin"
        label={t('applications.protection.origin')}
        help={t('applications.protection.originHelp')}
        placeholder="https://intranet.example.com"
        inputMode="url"
        mono
      />
      <TextField
        control={control}
        name="subDomain"
        label={t('applications.protection.subdomain')}
        help={domain ? t('applications.protection.subdomainHelp', { domain }) : undefined}
        placeholder="intranet"
        mono
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { CreateTenant, type Region, TenantTag } from '@postern/contracts/cloud/tenants';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { failureMessage } from '#platform/client/show-failure.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { type RegionsRead, regionLabel } from './shared/regions.ts';
import classes from './tenants.module.css';

/** A private instance is a separate region; the shared one has several. */
export const CreateForm = z
  .object({ name: CreateTenant.shape.name, instance: z.string().min(1), regionName: z.string(), tag: TenantTag })
  .refine(({ instance, regionName }) => instance !== sharedInstance || regionName !== '', { path: ['regionName'] })
  .transform(({ instance, regionName, ...rest }) => ({
    ...rest,
    regionName: instance === sharedInstance ? regionName : instance,
  }));
export type NewTenant = z.output<typeof CreateForm>;

/** Value for all public regions together; no region has this id. */
export const sharedInstance = 'shared';

type InstanceCardsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  /** The private regions of this person. */
  regions: readonly Region[];
};

/** Shared or private instance. */
export function InstanceCards<Values extends FieldValues, Output>({
  control,
  name,
  regions,
}: InstanceCardsProps<Values, Output>) {
  const { t } = useTranslation();
  return (
    <RadioCards
      control={control}
      name={name}
      label={t('tenants.form.instance')}
      missing={t('tenants.form.instanceMissing')}
      choices={[
        { value: sharedInstance, label: t('tenants.form.shared'), help: t('tenants.form.sharedHelp') },
        ...regions.map(({ id, name: label, country }) => ({
          value: id,
          label,
          help: t('tenants.form.privateHelp', { country }),
        })),
      ]}
    />
  );
}

type PurposeCardsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** Tags that the selected region supports; undefined while loading. */
  tags: readonly TenantTag[] | undefined;
};

/** The purpose of a tenant. */
export function PurposeCards<Values extends FieldValues & { tag: string }, Output>({
  control,
  tags,
}: PurposeCardsProps<Values, Output>) {
  const { t } = useTranslation();
  // The form has a field of this name; its generic type hides that.
  const name = 'tag' as Path<Values>;
  const { field } = useController({ control, name });
  const { value, onChange } = field;
  const offered = TenantTag.options.filter((tag) => tags?.includes(tag) ?? true);
  const instead = offered.some((tag) => tag === value) ? undefined : offered[0];
  useEffect(() => {
    // The newly selected region does not support the selected tag.
    if (instead) {
      onChange(instead);
    }
  }, [instead, onChange]);
  return (
    <RadioCards
      control={control}
      name={name}
      label={t('tenants.form.purpose')}
      missing={t('tenants.form.purposeMissing')}
      choices={offered.map((tag) => ({
        value: tag,
        label: t(`tenants.tags.${tag}`),
        help: t(`tenants.tagHelp.${tag}`),
      }))}
    />
  );
}

type RegionCardsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  regions: RegionsRead;
};

/** The region of a tenant. The first one is preselected. */
export function RegionCards<Values extends FieldValues & { regionName: string }, Output>({
  control,
  regions,
}: RegionCardsProps<Values, Output>) {
  const { t } = useTranslation();
  // The form has a field of this name; its generic type hides that.
  const name = 'regionName' as Path<Values>;
  const { field } = useController({ control, name });
  const { value, onChange } = field;
  const first = regions.data?.[0]?.id;
  const isOffered = regions.data?.some(({ id }) => id === value) ?? true;
  useEffect(() => {
    if (first && !isOffered) {
      onChange(first);
    }
  }, [first, isOffered, onChange]);
  return (
    <RadioCards
      control={control}
      name={name}
      label={t('tenants.form.region')}
      help={t('tenants.form.regionHelp')}
      missing={t('tenants.form.regionMissing')}
      choices={(regions.data ?? []).map((region) => ({
        value: region.id,
        label: regionLabel(t, region.id, region.name),
        help: helpOf(t, region),
      }))}
      instead={regions.data ? undefined : regions.error ? <Failed regions={regions} /> : <Loading />}
    />
  );
}

/** The data location is shown only for a region that stores all of it. */
function helpOf(t: TFunction, { isPrivate, holdsUserData }: Region): string | undefined {
  const parts = [
    ...(isPrivate ? [t('tenants.form.privateRegion')] : []),
    ...(holdsUserData ? [t('tenants.form.dataHere')] : []),
  ];
  return parts.join(' · ') || undefined;
}

function Failed({ regions }: { regions: RegionsRead }) {
  const { t } = useTranslation();
  return (
    <div className={classes.regionsFailed}>
      <div role="alert">
        <FieldError message={failureMessage(regions.error)} />
      </div>
      <Button variant="default" size="xs" onClick={() => void regions.refetch()}>
        {t('actions.tryAgain')}
      </Button>
    </div>
  );
}

const widths = [64, 72, 80, 48];

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={classes.regionGrid} aria-busy>
      <span className="sr-only" role="status">
        {t('states.loading')}
      </span>
      {widths.map((width) => (
        <span key={width} className={classes.regionSkeleton}>
          <Skeleton width={width} />
        </span>
      ))}
    </div>
  );
}

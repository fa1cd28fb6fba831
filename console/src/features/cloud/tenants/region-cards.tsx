import { Button } from '@mantine/core';
import type { Region } from '@postern/contracts/cloud/tenants';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { type RegionsRead, regionLabel } from './shared/regions.ts';
import classes from './tenants.module.css';

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

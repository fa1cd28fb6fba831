import { lazy, Suspense } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';

const CssEditor = lazy(async () => ({ default: (await import('./css-editor.tsx')).CssEditor }));

type CssCardProps<Values extends FieldValues, Sent> = {
  control: Control<Values, unknown, Sent>;
  name: Path<Values>;
  title: string;
  help: string;
};

/** A style of the tenant's own. */
export function CssCard<Values extends FieldValues, Sent>({ control, name, title, help }: CssCardProps<Values, Sent>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <FormCard title={title} help={help}>
      <Suspense fallback={<Skeleton width="100%" height={260} />}>
        <CssEditor label={title} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
      </Suspense>
      {fieldState.error?.message && <FieldError message={fieldState.error.message} />}
    </FormCard>
  );
}

import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#platform/form/field-error.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './applications.module.css';
import { creatableKinds, kindIcons } from './kinds.ts';

type KindCardsProps<Values extends FieldValues, Output> = { control: Control<Values, unknown, Output> };

/** The kind of an application, as cards around real radio buttons. */
export function KindCards<Values extends FieldValues & { type: string }, Output>({
  control,
}: KindCardsProps<Values, Output>) {
  const { t } = useTranslation();
  // The form has a field of this name; its generic type hides that.
  const { field, fieldState } = useController({ control, name: 'type' as Path<Values> });
  return (
    <fieldset className={classes.kinds}>
      <legend>{t('applications.form.type')}</legend>
      <div className={classes.kindGrid}>
        {creatableKinds.map((kind, index) => (
          <label key={kind} className={classes.kind}>
            <Tile icon={kindIcons[kind]} tint={field.value === kind} />
            <span>
              <span className={classes.kindName}>{t(`applications.types.${kind}`)}</span>
              <span className={classes.kindHelp}>{t(`applications.typeHelp.${kind}`)}</span>
            </span>
            <input
              type="radio"
              ref={index === 0 ? field.ref : undefined}
              name={field.name}
              value={kind}
              checked={field.value === kind}
              onChange={() => field.onChange(kind)}
              onBlur={field.onBlur}
              aria-invalid={fieldState.invalid || undefined}
              data-autofocus={index === 0 || undefined}
            />
          </label>
        ))}
      </div>
      {fieldState.error && (
        <div className={classes.kindError} role="alert">
          <FieldError message={t('applications.form.typeMissing')} />
        </div>
      )}
    </fieldset>
  );
}

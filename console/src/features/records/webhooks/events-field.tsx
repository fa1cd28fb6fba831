import type { WebhookEvent } from '@postern/contracts/records/webhooks';
import { useId } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '#platform/form/check-box.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { type EventGroup, eventGroups, eventsIn } from './event-groups.ts';
import classes from './webhooks.module.css';

type EventsFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** A list of events. */
  name: Path<Values>;
};

/** All events as checkboxes, in groups that can be chosen as a whole. */
export function EventsField<Values extends FieldValues, Output>({ control, name }: EventsFieldProps<Values, Output>) {
  const { t } = useTranslation();
  const errorId = useId();
  const { field, fieldState } = useController({ control, name });
  const chosen: readonly WebhookEvent[] = field.value;
  const message = fieldState.error?.message;
  const change = (events: readonly WebhookEvent[], isChosen: boolean) => {
    const others = chosen.filter((event) => !events.includes(event));
    // In a fixed order, so that choosing an event again restores the stored value.
    const next = isChosen ? [...others, ...events] : others;
    field.onChange(eventGroups.flatMap(eventsIn).filter((event) => next.includes(event)));
  };
  return (
    <fieldset className={classes.eventsField} aria-describedby={message ? errorId : undefined}>
      <legend>{t('webhooks.fields.events')}</legend>
      {message && (
        <p id={errorId} className={classes.fieldError} role="alert">
          <FieldError message={message} />
        </p>
      )}
      <div className={classes.groups}>
        {eventGroups.map((group, index) => (
          <Group
            key={group}
            group={group}
            chosen={chosen}
            onChange={change}
            first={index === 0 ? field.ref : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

type GroupProps = {
  group: EventGroup;
  chosen: readonly WebhookEvent[];
  onChange: (events: readonly WebhookEvent[], isChosen: boolean) => void;
  first: ((element: HTMLInputElement | null) => void) | undefined;
};

function Group({ group, chosen, onChange, first }: GroupProps) {
  const { t } = useTranslation();
  const events = eventsIn(group);
  const count = events.filter((event) => chosen.includes(event)).length;
  const label = t(`webhooks.groups.${group}`);
  const isRead = useReadView();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would repeat both legends at each checkbox
    <div className={classes.group} role="group" aria-label={label}>
      <div className={classes.groupHead}>
        {isRead ? (
          label
        ) : (
          <CheckBox
            ref={(element) => {
              if (element) {
                element.indeterminate = count > 0 && count < events.length;
              }
              first?.(element);
            }}
            label={label}
            aria-label={t('webhooks.fields.allOf', { group: label })}
            checked={count === events.length}
            onCheck={(isChecked) => onChange(events, isChecked)}
          />
        )}
      </div>
      {events.map((event) => (
        <div key={event} className={classes.event}>
          <CheckBox
            label={event}
            checked={chosen.includes(event)}
            onCheck={(isChecked) => onChange([event], isChecked)}
          />
        </div>
      ))}
    </div>
  );
}

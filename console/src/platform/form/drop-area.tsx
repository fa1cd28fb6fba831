import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import classes from './drop-area.module.css';
import { FieldError } from './field-error.tsx';

type DropAreaProps = {
  label: string;
  /** Texts of the button and next to it. */
  choose: string;
  drop: string;
  hint: string;
  accept: readonly string[];
  take: (files: readonly File[]) => void;
  /** The current operation, with progress from 0 to 1. */
  work: { text: string; share: number } | undefined;
  error: string | undefined;
};

/** A drop area for a file, with a button to select one. */
export function DropArea({ label, choose, drop, hint, accept, take, work, error }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [hintId, errorId] = [useId(), useId()];
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!work) {
      take([...event.dataTransfer.files]);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be left out of sight here
    <div
      className={classes.area}
      role="group"
      aria-label={label}
      aria-describedby={error ? errorId : hintId}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <IconFileUpload size={32} stroke={1.25} aria-hidden />
      {work ? (
        <div className={classes.work} role="status">
          <span>{work.text}</span>
          <progress aria-label={work.text} max={1} value={work.share} />
        </div>
      ) : (
        <div className={classes.choice}>
          <Button onClick={() => input.current?.click()}>{choose}</Button>
          <span>{drop}</span>
        </div>
      )}
      <p id={hintId} className={classes.hint}>
        {hint}
      </p>
      {error && (
        <div id={errorId} className={classes.error} role="alert">
          <FieldError message={error} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // The same file may be selected again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, type MouseEvent, useEffect, useState } from 'react';

const spinnerDelay = 500;

/** True after half a second of activity; short operations show no spinner. */
function useDelayed(active: boolean, delay = spinnerDelay): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), delay);
    return () => clearTimeout(timer);
  }, [active, delay]);
  return active && late;
}

type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { busy: boolean };

/** Ignores clicks while busy. It keeps focus and look; only slow operations show a spinner. */
export function BusyButton({ busy, onClick, ...rest }: BusyButtonProps) {
  const late = useDelayed(busy);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  return (
    <Button {...rest} loading={late} aria-disabled={busy || undefined} aria-busy={busy || undefined} onClick={click} />
  );
}

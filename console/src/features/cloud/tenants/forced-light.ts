import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** Shows the page in the light theme while it is there, whatever the person or their system prefers. */
export function useForcedLight(): void {
  const preferred = useComputedColorScheme('light');
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.mantineColorScheme = 'light';
    return () => {
      dataset.mantineColorScheme = preferred;
    };
  }, [preferred]);
}

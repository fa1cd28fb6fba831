import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** Forces the light theme while mounted, regardless of preferences. */
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

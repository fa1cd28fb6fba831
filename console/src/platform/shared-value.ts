import { useSyncExternalStore } from 'react';

export type SharedValue<T> = {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
};

/** One value for parts of the page that are far from each other. */
export function sharedValue<T>(first: T): SharedValue<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) {
        listener();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useShared = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get);

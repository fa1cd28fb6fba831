import { type ComponentType, type MouseEvent, useSyncExternalStore } from 'react';
import type { Settings } from './settings.ts';

export type Route = {
  path: string;
  Page: ComponentType;
  /** The path to show instead, when this page makes no sense now. */
  instead?: (settings: Settings) => string | undefined;
};

/** A folder under `steps/`: its pages, and the error codes of the server that lead to them. */
export type Step = {
  routes: readonly Route[];
  /** Error code → path where the sign-in goes on. */
  takes?: Readonly<Record<string, string>>;
};

/** Follows `instead` until a page fits. Two pages that point at each other end at the fallback. */
export function settle(routes: readonly Route[], path: string, settings: Settings, fallback: Route) {
  let current = trim(path);
  for (let turn = 0; turn <= routes.length; turn += 1) {
    const route = routes.find((candidate) => candidate.path === current);
    const instead = route?.instead?.(settings);
    if (!instead) {
      return { path: current, route: route ?? fallback };
    }
    current = instead;
  }
  return { path: current, route: fallback };
}

function trim(path: string): string {
  return path.replace(/(?<=.)\/+$/, '');
}

const changed = 'postern:navigate';

function subscribe(listener: () => void) {
  window.addEventListener('popstate', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(changed, listener);
  };
}

export const usePath = () => useSyncExternalStore(subscribe, () => window.location.pathname);

/** Keeps the query: it says which application the sign-in is for. */
function hrefOf(path: string): string {
  return path + window.location.search;
}

export function navigate(path: string, { replace = false } = {}) {
  window.history[replace ? 'replaceState' : 'pushState']({ inside: true }, '', hrefOf(path));
  window.dispatchEvent(new Event(changed));
}

/** True when going back stays in these pages or returns to where the person came from. */
export const canGoBack = () => window.history.length > 1;

/** Props of a real link that is followed without loading the page again. */
export function linkTo(path: string) {
  return {
    href: hrefOf(path),
    onClick(event: MouseEvent) {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (plain) {
        event.preventDefault();
        navigate(path);
      }
    },
  };
}

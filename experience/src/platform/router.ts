import { type ComponentType, type MouseEvent, useSyncExternalStore } from 'react';
import type { FollowUp } from './follow-ups.ts';
import { withInteraction } from './interaction.ts';
import { currentPath, prefix } from './prefix.ts';
import type { Settings } from './settings.ts';

/** Values of the `:names` in the path of a route. */
export type Params = Readonly<Record<string, string>>;

export type Route = {
  /** Segments that start with a colon match any value. */
  path: string;
  Page: ComponentType<{ params: Params }>;
  /** The path to redirect to when this page does not apply. */
  instead?: (settings: Settings) => string | undefined;
};

/** A folder under `steps/`: its pages, and the server error codes that lead to them. */
export type Step = {
  routes: readonly Route[];
  /** Error code → path where the sign-in continues. */
  takes?: Readonly<Record<string, FollowUp>>;
};

/** Follows `instead` until a page applies. Redirect loops end at the fallback. */
export function settle(routes: readonly Route[], path: string, settings: Settings, fallback: Route) {
  let current = trim(path);
  for (let turn = 0; turn <= routes.length; turn += 1) {
    const { route, params } = find(routes, current);
    const instead = route?.instead?.(settings);
    if (!instead) {
      return { path: current, route: route ?? fallback, params };
    }
    current = instead;
  }
  return { path: current, route: fallback, params: {} };
}

function find(routes: readonly Route[], path: string): { route?: Route; params: Params } {
  for (const route of routes) {
    const params = match(route.path, path);
    if (params) {
      return { route, params };
    }
  }
  return { params: {} };
}

function match(pattern: string, path: string): Params | undefined {
  const [names, values] = [pattern.split('/'), path.split('/')];
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (name.startsWith(':') && value) {
      params[name.slice(1)] = decode(value);
    } else if (name !== value) {
      return undefined;
    }
  }
  return names.length === values.length ? params : undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not valid URL encoding: use the raw value.
    return value;
  }
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

export const usePath = () => useSyncExternalStore(subscribe, currentPath);

/** Keeps the query, which identifies the application. A path with its own query only keeps the name of the request. */
function hrefOf(path: string): string {
  return prefix + withInteraction(path.includes('?') ? path : path + window.location.search);
}

/** Loads another of these pages from the server. */
export const load = (path: string) => window.location.replace(hrefOf(path));

export function navigate(path: string, { replace = false } = {}) {
  window.history[replace ? 'replaceState' : 'pushState']({ inside: true }, '', hrefOf(path));
  window.dispatchEvent(new Event(changed));
}

/** True when going back stays in these pages or returns to where the person came from. */
export const canGoBack = () => window.history.length > 1;

/** Props of a link that navigates without reloading the page. */
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

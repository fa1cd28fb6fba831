import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Feature, Page } from '../feature.ts';
import { useFeatures } from '../router/features.tsx';
import { fillPath } from '../router/page-path.ts';
import { idTokenClaims } from '../session/claims.ts';
import { readJson, storageKeys, writeJson } from '../storage.ts';
import { useTenantId } from '../tenant.ts';
import { pageTitle } from '../ui/page-title.ts';

/** A page that was opened. Pages of things have names; those of the sidebar and its tabs are named by their table. */
export type Visit = { path: string; name?: string };

type Kept = { user: string; visits: Record<string, Visit[]> };

const mostKept = 12;

const userId = () => idTokenClaims()?.sub ?? '';

function readKept(): Kept {
  const kept = readJson<Kept>(localStorage, storageKeys.recent);
  return kept?.visits && kept.user === userId() ? kept : { user: userId(), visits: {} };
}

/** The pages that this person opened in the tenant, latest first. */
export const visitsIn = (tenantId: string): Visit[] => readKept().visits[tenantId] ?? [];

function change(tenantId: string, path: string, next: Visit | undefined): void {
  const kept = readKept();
  const others = (kept.visits[tenantId] ?? []).filter((visit) => visit.path !== path);
  const visits = [...(next ? [next] : []), ...others].slice(0, mostKept);
  writeJson(localStorage, storageKeys.recent, { ...kept, visits: { ...kept.visits, [tenantId]: visits } });
}

const everyPage = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children ?? [])]);

/** The path of the thing that a page belongs to: `users/$id` for `users/$id/roles`. */
function thingIn(features: readonly Feature[], route: string): string | undefined {
  return everyPage(features.flatMap(({ pages = [] }) => pages))
    .map(({ path }) => path.path)
    .filter((path) => /\/\$\w+$/.test(path) && `${route}/`.startsWith(`${path}/`))
    .sort((one, two) => one.length - two.length)[0];
}

/** What a route of the tenant shows: a thing, or a page that the sidebar or the palette lists. */
function visitOf(
  features: readonly Feature[],
  route: string,
  params: Record<string, string>,
): { path: string; isThing: boolean } | undefined {
  const thing = thingIn(features, route);
  if (thing) {
    return { path: fillPath(thing, params), isThing: true };
  }
  const isListed = features.some(({ nav, navTabs = [] }) =>
    [...(nav ? [nav] : []), ...navTabs].some(({ path }) => path.path === route),
  );
  return isListed ? { path: route, isThing: false } : undefined;
}

/** Long enough that a page that is only passed through is not kept, and that a page has its title. */
const settledMs = 400;

/** Keeps in this browser which pages are opened. A page that is missing is forgotten. */
export function useKeepVisits(): void {
  const features = useFeatures();
  const tenantId = useTenantId();
  const { route, params } = useRouterState({
    select: ({ matches }) => {
      const last = matches.at(-1);
      return { route: String(last?.fullPath ?? ''), params: JSON.stringify(last?.params ?? {}) };
    },
    structuralSharing: true,
  });
  useEffect(() => {
    const { tenantId: _, ...own }: Record<string, string> = JSON.parse(params);
    const visit = visitOf(features, route.replace(/^\/(\$tenantId\/)?/, '').replace(/\/$/, ''), own);
    if (!visit) {
      return;
    }
    const keep = () => {
      const { title, isMissing } = pageTitle.get();
      if (isMissing) {
        change(tenantId, visit.path, undefined);
      } else if (title !== undefined || !visit.isThing) {
        change(tenantId, visit.path, { path: visit.path, ...(visit.isThing ? { name: title } : {}) });
      }
    };
    let timer = setTimeout(keep, settledMs);
    const stop = pageTitle.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, settledMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [features, tenantId, route, params]);
}

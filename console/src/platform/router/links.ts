import { useChildMatches, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { edition } from '../edition.ts';
import { useTenantId } from '../tenant.ts';
import { fillPath, type PageParams, type PagePath, type SearchParams } from './page-path.ts';

/** The router location of a page for the current tenant. */
export function useAddress() {
  const tenantId = useTenantId();
  return useCallback(
    (to: PagePath<string>, params: Record<string, string> = {}) =>
      `/${edition.tenantInPath ? `${encodeURIComponent(tenantId)}/` : ''}${fillPath(to.path, params)}`,
    [tenantId],
  );
}

type GoOptions = {
  search?: SearchParams | true;
  replace?: boolean;
  /** Leave even a form with unsaved changes, because they are saved or their object is gone. */
  force?: boolean;
};

/** Navigates to a page of the current tenant. */
export function useGo() {
  const navigate = useNavigate();
  const address = useAddress();
  return useCallback(
    <Path extends string>(to: PagePath<Path>, params: PageParams<Path>, options: GoOptions = {}) =>
      navigate({
        to: address(to, params),
        search: options.search ?? {},
        replace: options.replace,
        ignoreBlocker: options.force,
      }),
    [navigate, address],
  );
}

/** Path parameters of the current page. */
export function usePathParams<Path extends string>(_page: PagePath<Path>): PageParams<Path> {
  // The page is mounted under its own path, so its parameters exist.
  return useParams({ strict: false }) as PageParams<Path>;
}

/** Whether the current child page is one of these. */
export function useShowsOneOf(pages: readonly PagePath<string>[], params: Record<string, string>): boolean {
  const address = useAddress();
  const shown = useChildMatches({ select: (matches) => matches.at(-1)?.pathname });
  return shown === undefined || pages.some((page) => address(page, params) === shown);
}

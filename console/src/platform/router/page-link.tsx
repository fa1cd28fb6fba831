import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef, Ref } from 'react';
import { useAddress } from './links.ts';
import type { PagePath, SearchParams } from './page-path.ts';

export type PageLinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href'> & {
  to: PagePath<string>;
  params?: Record<string, string>;
  /** `true` keeps the query of the current URL. */
  search?: SearchParams | true;
  /** Marked as current only at exactly this URL, not below it. */
  exact?: boolean;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link to a page of the current tenant; has `aria-current` if it is the current one. */
export function PageLink({ to, params, search, exact = false, ...rest }: PageLinkProps) {
  const address = useAddress();
  return (
    <Link
      {...rest}
      to={address(to, params)}
      search={search ?? {}}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    />
  );
}

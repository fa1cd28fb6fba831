import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef, Ref } from 'react';
import { useAddress } from './links.ts';
import type { PagePath, SearchParams } from './page-path.ts';

export type PageLinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href'> & {
  to: PagePath<string>;
  params?: Record<string, string>;
  /** `true` keeps the query of the current address. */
  search?: SearchParams | true;
  /** Marked as current only at exactly this address, not below it. */
  exact?: boolean;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link to a page of the current tenant; carries `aria-current` when we are there. */
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

type ParamsIn<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamsIn<Head> | ParamsIn<Tail>
  : Path extends `$${infer Name}`
    ? Name
    : never;

export type PageParams<Path extends string> = { [Name in ParamsIn<Path>]: string };

/** Path of a page below the tenant, such as `applications/$id/settings`. */
export type PagePath<Path extends string> = { readonly path: Path };

export type SearchParams = Record<string, string | string[] | undefined>;

/** Defined once per page, in the slice's `paths.ts`; every link is built from it. */
export function pagePath<const Path extends string>(path: Path): PagePath<Path> {
  return { path };
}

export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** `/$tenantId/applications/$id/settings` → `/:tenantId/applications/:id/settings`. Never contains an id or a name. */
export const patternOf = (route: string) => route.replace(/\$(\w+)/g, ':$1').replace(/\$$/, ':rest');

/** Plain query strings: `?page=2&types=SPA&types=Native`. */
export function parseSearch(text: string): SearchParams {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search[name];
    search[name] = known === undefined ? value : [known, value].flat();
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) {
        parameters.append(name, String(one));
      }
    }
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

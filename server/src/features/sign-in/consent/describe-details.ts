import type { ConsentDetail } from '@postern/contracts/sign-in/consent';
import type { AuthorizationDetail } from 'oidc-provider';
import { detailsTypes } from '#features/access/oidc';
import type { App } from '#platform/app';

/** One line for each value, so that a value cannot look like another field. */
function linesOf(title: string, value: unknown): ConsentDetail['lines'] {
  if (typeof value !== 'object' || value === null) {
    return [{ title, value: String(value) }];
  }
  const lines = Array.isArray(value)
    ? value.flatMap((one) => linesOf(title, one))
    : Object.entries(value).flatMap(([name, one]) => linesOf(`${title} › ${name}`, one));
  return lines.length > 0 ? lines : [{ title, value: JSON.stringify(value) }];
}

/** The authorization details of a request in the words of their types. */
export async function describeDetails(
  app: App,
  tenantId: string,
  details: AuthorizationDetail[],
): Promise<ConsentDetail[]> {
  const known = await detailsTypes(app, tenantId);
  return details.map(({ type, ...fields }) => {
    const found = known.get(type);
    const titles = new Map(found?.fields.map(({ name, title }) => [name, title]));
    // In the order of the type, because the database does not keep the order of the request. Everything is shown, also
    // fields that were removed from the type meanwhile.
    const names = [...new Set([...titles.keys(), ...Object.keys(fields)])].filter((name) =>
      Object.hasOwn(fields, name),
    );
    return {
      // A type that was deleted meanwhile: tokens will not contain it.
      title: found?.title ?? type,
      resource: found?.resourceName ?? '',
      lines: names.flatMap((name) => linesOf(titles.get(name) ?? name, fields[name])),
    };
  });
}

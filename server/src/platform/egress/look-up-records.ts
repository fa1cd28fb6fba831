import { Resolver } from 'node:dns/promises';
import type { Config } from '#platform/config/config';

const timeoutMs = 3000;

/** Answers that say that there is no such record. */
const final = ['ENOTFOUND', 'ENODATA'];

/** `none`: there is no such record. `silent`: the DNS servers gave no answer; `code` says why. */
type Found = { kind: 'found'; values: string[] } | { kind: 'none' } | { kind: 'silent'; code: string };

/** Asks only DNS servers and never connects to the name, which may be any host. */
export async function lookUpRecords(
  { customDomains }: Pick<Config, 'customDomains'>,
  type: 'CNAME' | 'TXT',
  name: string,
): Promise<Found> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (customDomains.resolvers.length > 0) {
    resolver.setServers(customDomains.resolvers);
  }
  try {
    const values =
      type === 'CNAME'
        ? await resolver.resolveCname(name)
        : // Long texts arrive in parts (RFC 7208 §3.3).
          (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    return { kind: 'found', values };
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    return final.includes(code) ? { kind: 'none' } : { kind: 'silent', code };
  }
}

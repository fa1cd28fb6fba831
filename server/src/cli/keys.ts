import { SigningKeyAlgorithm, signingKeyAlgorithms } from '@postern/contracts/access/signing-keys';
import { keySealer, newKey, rotateKeys } from '#features/access/oidc';
import { CliError, type Command } from './command.ts';
import { requireTenant, withPlatform } from './connect.ts';

function readAlgorithm(given = 'EC'): SigningKeyAlgorithm {
  const algorithm = SigningKeyAlgorithm.safeParse(given.toUpperCase());
  if (!algorithm.success) {
    throw new CliError(`--algorithm must be one of ${signingKeyAlgorithms.join(', ')}, not ${given}.`);
  }
  return algorithm.data;
}

export const keysCommands: Command[] = [
  {
    name: 'keys rotate',
    summary: 'Rotate the signing key of a tenant. The new key is published immediately and signs after an hour.',
    options: { tenant: { value: 'T', isRequired: true }, algorithm: { value: 'EC|RSA' } },
    flags: ['now', 'replace-unreadable'],
    details: `With --now, the new key signs immediately. Use this if the current key may have leaked.
Applications that cache the list of keys refuse new tokens until they fetch it again.
With --replace-unreadable, keys that the vault cannot open are deleted, and people must sign in again. Use this only
if the key of the vault is lost.`,
    run: ({ text: { tenant: tenantId = '', algorithm }, flags, environment, print }) =>
      withPlatform(environment, async (platform) => {
        const chosen = readAlgorithm(algorithm);
        await requireTenant(platform, tenantId);
        const key = await newKey('private', chosen);
        const [newest] = await platform.tenancy.write(tenantId, (db) =>
          rotateKeys(db, keySealer(platform, tenantId), key, {
            ...(flags.has('now') ? { rotationGracePeriod: 0 } : {}),
            replacesUnreadable: flags.has('replace-unreadable'),
          }),
        );
        const from = newest?.status === 'Next' ? `from ${new Date(newest.signsFrom).toISOString()} on` : 'from now on';
        print(`Tenant ${tenantId} signs with the new key ${key.id} ${from}`);
      }),
  },
];

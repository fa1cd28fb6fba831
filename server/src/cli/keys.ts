import { SigningKeyAlgorithm, signingKeyAlgorithms } from '@postern/contracts/access/signing-keys';
import { newKey, rotateKeys } from '#features/access/oidc';
import { CliError, type Command } from './command.ts';
import { requireTenant, withPlatform } from './connect.ts';

function readAlgorithm(given = 'EC'): SigningKeyAlgorithm {
  const algorithm = SigningKeyAlgorithm.safeParse(given.toUpperCase());
  if (!algorithm.success) {
    throw new CliError(`--algorithm is one of ${signingKeyAlgorithms.join(', ')}, not ${given}.`);
  }
  return algorithm.data;
}

export const keysCommands: Command[] = [
  {
    name: 'keys rotate',
    summary: 'Give a tenant a new signing key. It is published at once and signs an hour later.',
    options: { tenant: { value: 'T', isRequired: true }, algorithm: { value: 'EC|RSA' } },
    flags: ['now'],
    details: `With --now it signs at once: use it when the key before may be known to others.
Applications that keep the list of keys then refuse new tokens until they fetch it again.`,
    run: ({ text: { tenant: tenantId = '', algorithm }, flags, environment, print }) =>
      withPlatform(environment, async (platform) => {
        const chosen = readAlgorithm(algorithm);
        await requireTenant(platform, tenantId);
        const key = await newKey('private', chosen);
        const [newest] = await platform.tenancy.write(tenantId, (db) =>
          rotateKeys(db, key, flags.has('now') ? { rotationGracePeriod: 0 } : {}),
        );
        const from = newest?.status === 'Next' ? `from ${new Date(newest.signsFrom).toISOString()} on` : 'from now on';
        print(`Tenant ${tenantId} signs with the new key ${key.id} ${from}`);
      }),
  },
];

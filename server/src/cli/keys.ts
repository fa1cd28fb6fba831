import { rotateSigningKey } from '#features/oidc';
import type { Command } from './command.ts';
import { requireTenant, withPlatform } from './connect.ts';

export const keysCommands: Command[] = [
  {
    name: 'keys rotate',
    summary: 'Give a tenant a new signing key. The one before goes on verifying, older ones go.',
    options: { tenant: { value: 'T', isRequired: true } },
    run: ({ text: { tenant: tenantId = '' }, environment, print }) =>
      withPlatform(environment, async (platform) => {
        await requireTenant(platform, tenantId);
        print(`Tenant ${tenantId} signs with the new key ${await platform.tenancy.write(tenantId, rotateSigningKey)}`);
      }),
  },
];

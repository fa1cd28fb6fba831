import { managementApiIndicator } from '@postern/contracts/wire';
import { createApplication, secretSealer } from '#features/access/applications';
import { assignApplicationRole } from '#features/access/roles';
import { managementRoleOf } from '#features/people/provision';
import { CliError, type Command, type Input } from './command.ts';
import { requireTenant, withPlatform } from './connect.ts';

const longestName = 256;

async function createMachine({ text, json, environment, print }: Input): Promise<void> {
  const { tenant: tenantId = '', name = '' } = text;
  if (name.length > longestName) {
    throw new CliError(`--name can have at most ${longestName} characters.`);
  }
  await withPlatform(environment, async (platform) => {
    await requireTenant(platform, tenantId);
    const created = await platform.tenancy.write(tenantId, async (db) => {
      const { application, secret } = await createApplication(
        db,
        secretSealer(platform, tenantId),
        { name, type: 'MachineToMachine' },
        { type: 'command' },
      );
      if (!(await assignApplicationRole(db, application.id, managementRoleOf(tenantId)))) {
        throw new CliError(`Tenant ${tenantId} has no role for its management API.`);
      }
      return { appId: application.id, appSecret: secret };
    });
    const endpoint = platform.endpointOf(tenantId);
    const answer = {
      endpoint,
      tokenEndpoint: `${endpoint}/oidc/token`,
      resource: managementApiIndicator(tenantId),
      ...created,
    };
    const lines = Object.entries(answer).map(([key, value]) => `${key.padEnd(14)}${value}`);
    print(json ? JSON.stringify(answer) : lines.join('\n'));
  });
}

export const appCommands: Command[] = [
  {
    name: 'app create-m2m',
    summary: 'Create a machine-to-machine application with access to the management API of a tenant.',
    options: { tenant: { value: 'T', isRequired: true }, name: { value: 'N', isRequired: true } },
    hasJson: true,
    details: 'The addresses come from ENDPOINT or PORT. Use the same environment variables as the server.',
    run: createMachine,
  },
];

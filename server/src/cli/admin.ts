import { Username } from '@postern/contracts/fields';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { endSessionsOf } from '#features/access/oidc';
import { recordChange } from '#features/people/administrators';
import { closeRegistration, makeAdministrator, tenantExists } from '#features/people/provision';
import { createUser, findCredentials, hashPassword, updateUser } from '#features/people/users';
import { readVariable } from '#platform/config/read-files';
import { emit } from '#platform/jobs/events';
import { newSecret } from '#platform/secrets/ids';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';

const longestPassword = 256;
const fromEnvironment =
  'You can also set the password in the environment variable POSTERN_ADMIN_PASSWORD or POSTERN_ADMIN_PASSWORD_FILE.';

function readUsername({ text: { username } }: Input): string {
  const parsed = Username.safeParse(username);
  if (!parsed.success) {
    throw new CliError('--username can contain only letters, digits and underscores, and must not start with a digit.');
  }
  return parsed.data;
}

function readPassword({ text, environment }: Input): string | undefined {
  const password =
    text.password ?? environment.POSTERN_ADMIN_PASSWORD ?? readVariable(environment, 'POSTERN_ADMIN_PASSWORD');
  if (password !== undefined && (password === '' || password.length > longestPassword)) {
    throw new CliError(`The password must have 1 to ${longestPassword} characters.`);
  }
  return password;
}

async function create(input: Input): Promise<void> {
  const username = readUsername(input);
  const password = readPassword(input);
  if (password === undefined) {
    throw new CliError('--password is missing. Add it, or set POSTERN_ADMIN_PASSWORD.');
  }
  await withPlatform(input.environment, async ({ config, tenancy, endpointOf }) => {
    const hashed = await hashPassword(password);
    const userId = await tenancy.write(adminTenantId, async (db) => {
      const user = await createUser(db, config, adminTenantId, { username, password: hashed });
      await makeAdministrator(db, user.id);
      await closeRegistration(db);
      await emit(db, { name: 'User.Created', subjectId: user.id });
      if (await tenantExists(db, defaultTenantId)) {
        await recordChange(db, { name: 'Administrator.Created', subjectId: user.id, data: { role: 'admin' } });
      }
      return user.id;
    });
    input.print(`Administrator ${username} (${userId}) can sign in at ${endpointOf(adminTenantId)}`);
  });
}

async function reset(input: Input): Promise<void> {
  const username = readUsername(input);
  const given = readPassword(input);
  await withPlatform(input.environment, async ({ tenancy }) => {
    const password = given ?? newSecret();
    const hashed = await hashPassword(password);
    await tenancy.write(adminTenantId, async (db) => {
      const user = await findCredentials(db, { type: 'username', value: username });
      if (!user) {
        throw new CliError(`There is no administrator ${username}.`);
      }
      await updateUser(db, user.id, { password: hashed });
      await endSessionsOf(db, user.id);
      await emit(db, { name: 'User.Data.Updated', subjectId: user.id });
    });
    input.print(`${username} has a new password and is signed out everywhere.`);
    if (given === undefined) {
      input.print(`New password, shown only once: ${password}`);
    }
  });
}

export const adminCommands: Command[] = [
  {
    name: 'admin create',
    summary: 'Create an administrator. In the open-source edition this closes registration.',
    options: { username: { value: 'U', isRequired: true }, password: { value: 'P' } },
    details: fromEnvironment,
    run: create,
  },
  {
    name: 'admin reset',
    summary: 'Set a new password for an administrator and end their sessions.',
    options: { username: { value: 'U', isRequired: true }, password: { value: 'P' } },
    details: `${fromEnvironment}\nWithout a password, the command generates one and prints it.`,
    run: reset,
  },
];

import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { hasConnectorOfType } from '#features/messages/connectors';
import { doctorToken, readClock } from '#features/operations/doctor';
import type { Config } from '#platform/config/config';
import { version } from '#platform/config/version';
import { tryConnect } from '#platform/db/watch-silence';
import { createEgress } from '#platform/egress/egress';
import { createVault, type Vault } from '#platform/secrets/vault';
import { CliError, type Command, type Input } from './command.ts';
import { type Platform, withPlatform } from './connect.ts';
import { examine, examineOutside, type Finding, judgeClock } from './examine.ts';

function examineSettings({ isProduction, adminEndpoint }: Config, vault: Vault): Finding[] {
  const isPublic = adminEndpoint.startsWith('https:');
  return [
    isPublic && !isProduction
      ? {
          check: 'settings: mode',
          result: 'failed',
          detail: 'the server runs in development mode at a public address',
          advice: 'Set NODE_ENV=production.',
        }
      : { check: 'settings: mode', result: 'ok', detail: isProduction ? 'production' : 'development' },
    vault.isReady
      ? { check: 'settings: key of the vault', result: 'ok', detail: 'set' }
      : {
          check: 'settings: key of the vault',
          result: 'failed',
          detail: 'there is no key: secrets are stored as plain text, and second factors cannot be stored',
          advice: 'Set SECRET_VAULT_KEK on every node: openssl rand -base64 32',
        },
  ];
}

async function examineDatabase({ tenancy }: Platform): Promise<Finding> {
  const found = judgeClock(await tenancy.system(readClock), Date.now());
  return { check: 'database: clock', ...found, detail: found.detail.replace('the server', 'the database') };
}

async function examineConnection(check: string, connectionString: string, advice: string): Promise<Finding> {
  try {
    await tryConnect({ connectionString });
    return { check, result: 'ok', detail: 'accepts connections' };
  } catch (error) {
    return { check, result: 'failed', detail: `cannot be used (${(error as Error).message})`, advice };
  }
}

/** Databases that a node starts without, so that their absence is easily missed. */
const examineOtherDatabases = ({ databaseReadUrl, regions }: Config): Promise<Finding[]> =>
  Promise.all([
    ...(databaseReadUrl
      ? [
          examineConnection(
            'database: standby',
            databaseReadUrl,
            'Start it, or correct DATABASE_READ_URL. Until then the primary answers its reads.',
          ),
        ]
      : []),
    ...regions.flatMap(({ id, databaseUrl }) =>
      databaseUrl
        ? [
            examineConnection(
              `database: region ${id}`,
              databaseUrl,
              'Start it, or correct REGIONS. Until then its tenants get 503.',
            ),
          ]
        : [],
    ),
  ]);

/** The tenant whose people need messages first: in the cloud edition those who sign in to the console. */
async function examineMail({ config, tenancy }: Platform): Promise<Finding> {
  const tenantId = config.edition === 'cloud' ? adminTenantId : defaultTenantId;
  const check = 'mail: connector';
  if (await tenancy.read(tenantId, (db) => hasConnectorOfType(db, 'Email'))) {
    return { check, result: 'ok', detail: 'set; send a test message from its page in the console' };
  }
  return {
    check,
    result: 'warning',
    detail: 'no email connector: codes, links and invitations reach nobody',
    advice: 'Add an email connector in the console, under Connectors.',
  };
}

async function examineOutgoing(config: Config): Promise<Finding[]> {
  const { allowPrivateEgress: allowPrivate, allowedHosts } = config;
  const egress = createEgress({ allowPrivate, allowedHosts, timeoutMs: 10_000 });
  const { storage, customDomains, pwnedPasswordsUrl, releaseInfoUrl, tracker, assistant, tracing } = config;
  const addresses: [string, string | undefined][] = [
    ['leaked passwords', pwnedPasswordsUrl && `${pwnedPasswordsUrl}/00000`],
    ['release information', releaseInfoUrl],
    ['certificate authority', customDomains.tls?.directoryUrl],
    ['files', storage.kind === 's3' ? storage.endpoint : undefined],
    ['tracker', tracker?.url],
    ['language model', assistant?.baseUrl],
    ['traces', tracing?.url],
  ];
  const set = addresses.filter((pair): pair is [string, string] => Boolean(pair[1]));
  if (set.length === 0) {
    return [{ check: 'outgoing', result: 'skipped', detail: 'the settings name no address outside' }];
  }
  return Promise.all(set.map(([name, url]) => examineOutside(name, url, (one) => egress.fetch(one))));
}

const marks = { ok: '✓', warning: '!', failed: '✗', skipped: '–' };

async function run({ environment, text, json, print }: Input): Promise<void> {
  const findings = await withPlatform(environment, async (platform) => {
    const { config, endpointOf } = platform;
    const vault = createVault({
      keys: config.vaultKeys,
      isDatabaseEmbedded: config.databaseUrl === undefined,
      dataDir: config.dataDir,
    });
    const tenantId = text.tenant ?? (config.edition === 'cloud' ? undefined : defaultTenantId);
    const shared = {
      token: vault.isReady ? doctorToken(vault) : undefined,
      version,
      isProduction: config.isProduction,
      trustProxy: config.trustProxy !== false,
    };
    return [
      ...examineSettings(config, vault),
      await examineDatabase(platform),
      ...(await examineOtherDatabases(config)),
      await examineMail(platform),
      ...(tenantId ? await examine({ ...shared, label: 'sign-in address', origin: endpointOf(tenantId) }) : []),
      ...(await examine({ ...shared, label: 'console address', origin: config.adminEndpoint })),
      ...(await examineOutgoing(config)),
    ];
  });
  if (json) {
    print(JSON.stringify(findings));
  } else {
    for (const { check, result, detail, advice } of findings) {
      print(`${marks[result]} ${check}: ${detail}${advice ? `\n    ${advice}` : ''}`);
    }
  }
  const count = findings.filter(({ result }) => result === 'failed').length;
  if (count > 0) {
    throw new CliError(count === 1 ? '1 check failed.' : `${count} checks failed.`);
  }
}

export const doctorCommands: Command[] = [
  {
    name: 'doctor',
    summary: 'Check from outside what a proxy or a setting often breaks, and print how to mend it.',
    options: { tenant: { value: 'ID' } },
    hasJson: true,
    details: `Calls the addresses that browsers use: reachable, issuer, forwarded headers, cookies, clocks, event streams,
mail and outgoing connections. Run it on a node with the environment of the server; for the sign-in address of a tenant
in the cloud edition, name the tenant.`,
    run,
  },
];

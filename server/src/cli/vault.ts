import { rotateSecrets } from '#features/operations/vault';
import { addKeyToFile, createVault, forgetOldKeysInFile } from '#platform/secrets/vault';
import { sealedColumns } from '../features/index.ts';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';

async function rotate({ environment, print }: Input): Promise<void> {
  await withPlatform(environment, async ({ config: { databaseUrl, vaultKeys: keys, dataDir }, tenancy }) => {
    const isFile = keys.length === 0 && databaseUrl === undefined;
    if (!isFile && keys.length < 2) {
      throw new CliError(
        'SECRET_VAULT_KEK must contain the new key, a comma and the old key, here and on every node. See docs/operations.md.',
      );
    }
    if (isFile) {
      addKeyToFile(dataDir);
    }
    const vault = createVault({ keys, isDatabaseEmbedded: isFile, dataDir });
    const { changed, unreadable, chains } = await rotateSecrets({ tenancy, vault, sealed: sealedColumns });
    print(`${changed} secrets and ${chains} audit logs use the new key now.`);
    if (unreadable > 0) {
      throw new CliError(`${unreadable} secrets open with none of the keys and were left as they are. Keep old keys.`);
    }
    if (isFile) {
      forgetOldKeysInFile(dataDir);
      print('vault.key contains the new key and the one before. Copy it to where you keep the key.');
    } else {
      print('After an hour, when no sign-in needs the old key, remove it from SECRET_VAULT_KEK on every node.');
    }
  });
}

export const vaultCommands: Command[] = [
  {
    name: 'vault rotate',
    summary: 'Encrypt every stored secret with a new key, while the server runs.',
    details: `With the embedded database, the command creates the key. With DATABASE_URL, SECRET_VAULT_KEK contains the new
key first and then the old one. Run it again if it was interrupted.`,
    run: rotate,
  },
];

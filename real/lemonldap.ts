import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newServiceKeys } from '../server/src/testing/saml-applications.ts';
import { type Program, removeFolder, requireFile, startProgram, temporaryFolder } from './program.ts';

const portal = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';
const sample = '/var/lib/lemonldap-ng/conf/lmConf-1.json';

const settings = (folder: string) => `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = {'namespace' => 'config', 'cache_root' => '${folder}/cache'}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

/** A portal of LemonLDAP::NG with its own keys and sessions. It is not started yet. */
export async function createLemonLdap(port: number) {
  requireFile(portal, 'liblemonldap-ng-portal-perl');
  const folder = await temporaryFolder();
  for (const name of ['conf', 'sessions', 'psessions', 'lock']) {
    await mkdir(join(folder, name));
  }
  await writeFile(join(folder, 'lemonldap-ng.ini'), settings(folder));
  const address = `http://127.0.0.1:${port}`;
  const keys = await newServiceKeys();
  const storage = (name: string) => ({ Directory: join(folder, name), LockDirectory: join(folder, 'lock') });
  let program: Program | undefined;

  async function stop(): Promise<void> {
    await program?.stop();
    program = undefined;
  }

  return {
    address,
    keys,
    /** For messages of failed tests. */
    output: () => program?.output() ?? '',
    stop,
    /** Starts it with these settings in place of those of the package. */
    async start(changes: object): Promise<void> {
      await stop();
      const config = {
        ...JSON.parse(await readFile(sample, 'utf8')),
        cfgNum: 1,
        portal: `${address}/`,
        domain: '127.0.0.1',
        requireToken: 0,
        registerDB: 'Null',
        portalDisplayRegister: 0,
        portalDisplayResetPassword: 0,
        samlServicePrivateKeySig: keys.privateKey,
        samlServicePublicKeySig: keys.certificate,
        samlServiceSignatureMethod: 'RSA_SHA256',
        globalStorageOptions: storage('sessions'),
        persistentStorageOptions: storage('psessions'),
        localSessionStorage: '',
        ...changes,
      };
      await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(config));
      // It keeps the settings of its last start there.
      await removeFolder(join(folder, 'cache'));
      await mkdir(join(folder, 'cache'));
      program = await startProgram('plackup', ['--host', '127.0.0.1', '--port', String(port), portal], {
        port,
        env: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
      });
    },
    async remove(): Promise<void> {
      await stop();
      await removeFolder(folder);
    },
  };
}

export type LemonLdap = Awaited<ReturnType<typeof createLemonLdap>>;

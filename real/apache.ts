import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireFile, startProgram } from './program.ts';

const binary = '/usr/sbin/apache2';
const modulesFolder = '/usr/lib/apache2/modules';
const modules = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'dir',
  'mime',
  'headers',
  'deflate',
  'filter',
  'autoindex',
];

/** Apache httpd with its own configuration, on a free port. `folder` may contain other files. */
export async function startApache(folder: string, port: number, config: string, more: string[] = []) {
  requireFile(binary, 'apache2');
  const documents = join(folder, 'www');
  await mkdir(documents, { recursive: true });
  const lines = [
    `ServerRoot ${folder}`,
    `Listen 127.0.0.1:${port}`,
    `ServerName 127.0.0.1:${port}`,
    `PidFile ${folder}/apache.pid`,
    `ErrorLog ${folder}/error.log`,
    'LogLevel warn',
    ...[...modules, ...more].map((name) => `LoadModule ${name}_module ${modulesFolder}/mod_${name}.so`),
    'User www-data',
    'Group www-data',
    'TypesConfig /etc/mime.types',
    'StartServers 1',
    'ThreadsPerChild 8',
    'MaxRequestWorkers 8',
    `DocumentRoot ${documents}`,
    'DirectoryIndex index.html',
    `<Directory ${documents}>`,
    'Require all granted',
    '</Directory>',
    config,
  ];
  const file = join(folder, 'apache.conf');
  await writeFile(file, `${lines.join('\n')}\n`);
  const program = await startProgram(binary, ['-D', 'FOREGROUND', '-f', file], { port });
  return { documents, program: { ...program, output: () => readFileSync(join(folder, 'error.log'), 'utf8') } };
}

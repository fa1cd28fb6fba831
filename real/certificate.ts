import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A self-signed certificate for localhost, as `tls.crt` and `tls.key`. Returns it as PEM. */
export async function createTlsFiles(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return readFile(certificate, 'utf8');
}

import { createApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { openDatabase } from './platform/open-database.ts';

/** One clear line and exit code 1: what the operator must know, without a stack. */
function fail(message: string): never {
  process.stderr.write(`Postern cannot start. ${message}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Set PORT and ADMIN_PORT to free ones.`;
  }
  if (code === 'EACCES' && port) {
    return `Port ${port} may not be used by this account. Choose one above 1023.`;
  }
  return message ?? String(error);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const startedAt = performance.now();
  const database = await openDatabase(config, (line) => process.stdout.write(`• ${line}\n`));
  let running: Awaited<ReturnType<typeof createApp>> | undefined;
  let stopping: Promise<void> | undefined;

  const stop = (signal: string) => {
    stopping ??= (async () => {
      log.info({ signal }, 'stopping');
      await running?.stop();
      await database.close();
    })();
    void stopping.then(
      () => process.exit(0),
      (error) => fail(describe(error)),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  try {
    running = await createApp(config, log, database.address);
    await running.core.listen({ host: config.host, port: config.port });
    await running.admin.listen({ host: config.host, port: config.adminPort });
  } catch (error) {
    await running?.stop();
    await database.close();
    throw error;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const consoleUrl = config.edition === 'oss' ? `${config.adminEndpoint}/console` : config.adminEndpoint;
  process.stdout.write(
    `\n  Postern is ready (${seconds} s)\n\n  Console  ${consoleUrl}\n  Core     ${config.endpoint}\n\n`,
  );
}

main().catch((error) => fail(error instanceof ConfigError ? error.message : describe(error)));

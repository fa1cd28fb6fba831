import cluster from 'node:cluster';
import { once } from 'node:events';
import { createApp } from './app.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { sharesPort } from './platform/config/share-port.ts';
import type { DatabaseAddress } from './platform/db/db.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { keepJsonLines } from './platform/observe/keep-json-lines.ts';
import { createLog, type Log } from './platform/observe/log.ts';
import { notifyParent, startWorkers, workerAddress } from './workers.ts';

/** Prints one clear line for the operator, without a stack, and exits with code 1. */
function fail(message: string): never {
  if (cluster.isWorker) {
    notifyParent({ failed: message });
  } else {
    process.stderr.write(`Postern cannot start. ${message}\n`);
  }
  process.exit(1);
}

function describe(error: unknown): string {
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Set PORT, ADMIN_PORT and PROTECTED_APPS_PORT to free ports.`;
  }
  if (code === 'EACCES' && port) {
    return `Port ${port} needs more privileges. Choose a port above 1023.`;
  }
  return message || String(error);
}

type Service = { stop(): Promise<void> };

/** Runs both servers in this process, on one port or two. */
async function serve(config: Config, log: Log, address: DatabaseAddress): Promise<Service> {
  const running = await createApp(config, log, address);
  try {
    await running.core.listen({ host: config.host, port: config.port });
    if (!sharesPort(config)) {
      await running.admin.listen({ host: config.host, port: config.adminPort });
    }
    if (running.tls) {
      running.tls.listen(config.customDomains.tls?.port, config.host);
      await once(running.tls, 'listening');
    }
    if (running.mtls) {
      running.mtls.listen(config.mtls?.port, config.host);
      await once(running.mtls, 'listening');
    }
    await running.proxy?.listen({ host: config.host, port: config.protectedApps?.port ?? 0 });
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}

/** The first signal starts an orderly shutdown; further ones are ignored. */
function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const onSignal = (signal: string) => {
    if (stopping) {
      return;
    }
    log.info({ signal }, 'stopping');
    stopping = stop();
    stopping.then(
      () => process.exit(0),
      (error) => fail(describe(error)),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  keepJsonLines(log);
  const given = workerAddress(process.env);
  if (given) {
    const service = await serve(config, log, given);
    stopOnSignal(log, service.stop);
    notifyParent({ ready: true });
    return;
  }
  const startedAt = performance.now();
  let isReady = false;
  const database = await openDatabase(config, (line) => {
    if (isReady) {
      log.warn({ line }, 'embedded database');
    } else {
      process.stdout.write(`• ${line}\n`);
    }
  });
  let service: Service | undefined;
  stopOnSignal(log, async () => {
    await service?.stop();
    await database.close();
  });
  try {
    service = await (config.workers > 1
      ? startWorkers(config.workers, database.address, log)
      : serve(config, log, database.address));
  } catch (error) {
    await database.close();
    throw error;
  }
  isReady = true;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const consoleUrl = config.edition === 'oss' ? `${config.adminEndpoint}/console` : config.adminEndpoint;
  process.stdout.write(
    `\n  Postern is ready (${seconds} s)\n\n  Console  ${consoleUrl}\n  Core     ${config.endpoint}\n\n`,
  );
}

main().catch((error) => fail(describe(error)));

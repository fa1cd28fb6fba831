import pg from 'pg';

export const connection = { port: 5432, user: 'postgres', database: 'postern' };

/** One attempt. Returns "not yet" for all errors that may go away. */
export async function connect(socket: string): Promise<'ready' | 'not yet' | 'no database'> {
  try {
    await withClient(socket, connection.database, async () => undefined);
    return 'ready';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === INVALID_CATALOG_NAME) return 'no database';
    if (error instanceof pg.DatabaseError && code !== CANNOT_CONNECT_NOW) throw error;
    return 'not yet';
  }
}

const INVALID_CATALOG_NAME = '3D000';
const CANNOT_CONNECT_NOW = '57P03';

export const createDatabase = (socket: string) =>
  withClient(socket, 'postgres', async (client) => {
    await client.query(`CREATE DATABASE ${connection.database}`);
  });

async function withClient(socket: string, database: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  // Set explicitly, so that PGSSLMODE of the environment is ignored.
  const client = new pg.Client({ ...connection, host: socket, database, password: '', ssl: false });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

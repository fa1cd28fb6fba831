const errnos = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|AI_AGAIN)|ENOTFOUND|ENOENT)$/;
/** Connection exception, shutdown or startup. */
const states = /^(08...|57P0[1-5])$/;
/** Messages of the driver that have no code. */
const messages =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered)|The database pool is closed)/;

const whileConnecting = new WeakSet<Error>();

/** Marks an error that occurred while connecting: the database is unavailable, whatever the error says. */
export function noteConnectFailure(error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  whileConnecting.add(known);
  return known;
}

/** Whether the error means that the database was unreachable, and not that it rejected the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? String(error.code) : '';
  return whileConnecting.has(error) || errnos.test(code) || states.test(code) || messages.test(error.message);
}

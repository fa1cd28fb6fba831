const errnos = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|AI_AGAIN)|ENOTFOUND|ENOENT)$/;
/** Connection exception, shutting down or starting up. */
const states = /^(08...|57P0[1-5])$/;
/** What the driver says without a code. */
const messages =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered)|The database pool is closed)/;

const whileConnecting = new WeakSet<Error>();

/** Whatever a database says to somebody who wants to connect, it cannot be asked. */
export function noteConnectFailure(error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  whileConnecting.add(known);
  return known;
}

/** Whether an error says that the database could not be asked, not that it refused what was asked. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? String(error.code) : '';
  return whileConnecting.has(error) || errnos.test(code) || states.test(code) || messages.test(error.message);
}

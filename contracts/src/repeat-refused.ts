/** Longer waits are for programs: a person who waits for a page should rather read the message. */
const longestSeconds = 10;

/**
 * Sends a request again, once, if the server could not write and says when to try again: for a few seconds there is no
 * writable database, for example during a switchover.
 */
export async function repeatRefused(send: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  const response = await send();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.status !== 503 || !(seconds <= longestSeconds) || signal?.aborted) {
    return response;
  }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const isUnwritable =
    typeof body === 'object' && body !== null && 'code' in body && body.code === 'server.cannot_write';
  if (!isUnwritable) {
    return response;
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return send();
}

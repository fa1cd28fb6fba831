import { type SsoConnectionTest, ssoConnectionTestsApi } from '@postern/contracts/people/sso-connection-tests';
import { useState } from 'react';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';

const pollMs = 1500;
const size = { width: 520, height: 720 };

/** The last test of a connection that this session started. */
export function useLastTest(id: string): SsoConnectionTest | undefined {
  const [isRunning, setRunning] = useState(false);
  const { data } = useRead(
    ssoConnectionTestsApi.list,
    { params: { id } },
    { quiet: true, ...(isRunning ? { every: pollMs } : {}) },
  );
  const last = data?.[0];
  const runs = last?.status === 'waiting' || last?.status === 'opened';
  if (runs !== isRunning) {
    setRunning(runs);
  }
  return last;
}

/** Opens the window at once, because browsers block windows that are opened after a request. */
export function useStartTest(id: string) {
  const write = useWrite(ssoConnectionTestsApi.start);
  /** The address, if the browser blocked the window. */
  const [blocked, setBlocked] = useState<string>();
  async function start() {
    setBlocked(undefined);
    const popup = window.open('', 'postern-sso-test', `popup,width=${size.width},height=${size.height}`);
    try {
      const { uri } = await write.mutateAsync({ params: { id } });
      if (popup) {
        popup.location.href = uri;
      } else {
        setBlocked(uri);
      }
    } catch {
      // `useWrite` shows the error.
      popup?.close();
    }
  }
  return { start, isStarting: write.isPending, blocked };
}

import { type Log, UserAgent } from '@postern/contracts/records/audit';
import { takeTurns } from '#platform/jobs/take-turns';

/** Leaves out what the library does not know. */
const known = (part: object) =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => typeof value === 'string' && value !== ''));

/** Adds the browser and the system to entries with a user agent. The library is loaded on first use. */
export async function withUserAgents(logs: Log[]): Promise<Log[]> {
  if (!logs.some(({ payload }) => payload.userAgent)) {
    return logs;
  }
  const { default: bowser } = await import('bowser');
  const parse = (ua: string) => {
    const { browser, os, engine, platform } = bowser.parse(ua);
    const major = browser.version?.split('.')[0];
    return UserAgent.parse({
      ua,
      browser: known({ name: browser.name, version: browser.version, major }),
      os: known({ name: os.name, version: os.version }),
      engine: known({ name: engine.name, version: engine.version }),
      device: known({ type: platform.type, vendor: platform.vendor, model: platform.model }),
    });
  };
  // Most entries of a page have the same one.
  const parsed = new Map<string, UserAgent>();
  const turn = takeTurns();
  for (const { payload } of logs) {
    // Some texts take long, and anybody can send them (attack 54).
    const pause = turn();
    if (pause) {
      await pause;
    }
    if (payload.userAgent && !parsed.has(payload.userAgent)) {
      parsed.set(payload.userAgent, parse(payload.userAgent));
    }
  }
  return logs.map((log) => {
    const found = parsed.get(log.payload.userAgent ?? '');
    return found ? { ...log, payload: { ...log.payload, userAgentParsed: found } } : log;
  });
}

import { readlinkSync } from 'node:fs';

/** The name of a zone, such as Europe/Berlin. PostgreSQL reads the sign of offsets such as +01:00 the other way round. */
const namedZone = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

const utc = new Set(['UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Zulu', 'Etc/Zulu']);

/** Most servers use UTC. Then no data about languages and zones is loaded, which takes 8 MB. */
function isUtc(): boolean {
  if (process.env.TZ) {
    return utc.has(process.env.TZ);
  }
  try {
    const [, name = ''] = readlinkSync('/etc/localtime').split('/zoneinfo/');
    return utc.has(name);
  } catch {
    // Not a link, or another system: ask Intl.
    return false;
  }
}

function findTimeZone(): string {
  if (isUtc()) {
    return 'UTC';
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return namedZone.test(timeZone) ? timeZone : 'UTC';
}

/** The time zone of the server, from the environment variable TZ. Days of the dashboard begin at its midnight. */
export const serverTimeZone = findTimeZone();

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

let serverFormat: Intl.DateTimeFormat | undefined;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  if (timeZone !== serverTimeZone) {
    return formatOf(timeZone);
  }
  serverFormat ??= formatOf(timeZone);
  return serverFormat;
}

/** The day of an instant in a time zone, as `yyyy-MM-dd`. */
export function localDay(at: Date, timeZone = serverTimeZone): string {
  if (timeZone === 'UTC') {
    return at.toISOString().slice(0, 10);
  }
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}

let cachedMinute = Number.NaN;
let cachedDay = '';

/** The present day of the server. Days begin at a full minute in every zone, so it is calculated once a minute. */
export function today(): string {
  const now = Date.now();
  const minute = Math.floor(now / 60_000);
  if (minute !== cachedMinute) {
    cachedMinute = minute;
    cachedDay = localDay(new Date(now));
  }
  return cachedDay;
}

const dayMs = 86_400_000;

/** A day before or after a day, both as `yyyy-MM-dd`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

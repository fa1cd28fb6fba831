import { useDemoPhrases } from './phrases.ts';

/** Claims that are timestamps, in seconds since 1970 (RFC 7519 §2) or, for ours, in milliseconds. */
const times = new Set(['exp', 'iat', 'nbf', 'auth_time', 'created_at', 'updated_at']);

export function ClaimsTable({ claims, label }: { claims: Record<string, unknown>; label: string }) {
  const { account } = useDemoPhrases();
  const rows = Object.entries(claims);
  if (rows.length === 0) {
    return <p className="demo-none">{account.none}</p>;
  }
  return (
    <table className="demo-table" aria-label={label}>
      <colgroup>
        <col className="demo-claim" />
        <col />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{account.claim}</th>
          <th scope="col">{account.value}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <code>{typeof value === 'string' ? value : readJson(value)}</code>
              {times.has(name) && typeof value === 'number' && <span>{readTime(value)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On one line if it is short. */
function readJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length > 60 ? JSON.stringify(value, null, 2) : line;
}

/** A larger value cannot be seconds of this century. */
const readTime = (value: number) => formatTime(value > 1e11 ? value : value * 1000);

export function formatTime(milliseconds: number): string {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'medium' });
  return format.format(milliseconds);
}

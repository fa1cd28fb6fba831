import { listBooks } from '#features/cloud/billing';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';
import { printTable } from './print-table.ts';

async function list({ text, json, environment, print }: Input): Promise<void> {
  const year = Number(text.year ?? new Date().getUTCFullYear());
  if (!Number.isInteger(year) || year < 2000 || year > 9998) {
    throw new CliError('--year must be a year, for example 2026.');
  }
  const entries = await withPlatform(environment, ({ tenancy }) =>
    tenancy.system((db) => listBooks(db, new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1)))),
  );
  const cells = entries.map(({ number, createdAt, tenantId, status, amountDue, amountPaid, currency, corrects }) => [
    number,
    new Date(createdAt).toISOString().slice(0, 10),
    tenantId,
    status,
    (amountDue / 100).toFixed(2),
    (amountPaid / 100).toFixed(2),
    currency,
    corrects ?? '',
  ]);
  const head = ['NUMBER', 'DATE', 'TENANT', 'STATUS', 'AMOUNT', 'PAID', 'CURRENCY', 'CORRECTS'];
  print(json ? JSON.stringify(entries) : printTable(head, cells));
}

export const booksCommands: Command[] = [
  {
    name: 'books list',
    summary: 'List the invoices and credit notes of a year, also those of erased tenants.',
    options: { year: { value: 'YEAR' } },
    hasJson: true,
    details: 'The JSON contains lines, seller, tax and customer. Without --year it lists the current year.',
    run: list,
  },
];

import type { Invoice } from '@postern/contracts/billing';
import { findTenant } from '#features/tenants';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { providerOf } from './choose-provider.ts';
import { canWrite } from './encode-text.ts';
import { type Mark, writePdf } from './write-pdf.ts';

const phrases = {
  en: {
    invoice: 'Invoice',
    credit: 'Credit note',
    number: 'Number',
    date: 'Date',
    period: 'Period',
    customer: 'Customer',
    tenant: 'Tenant',
    status: { draft: 'Draft', open: 'Open', paid: 'Paid', void: 'Void', uncollectible: 'Overdue' },
    item: 'Item',
    quantity: 'Quantity',
    price: 'Unit price',
    amount: 'Amount',
    total: 'Total',
    paid: 'Paid',
    sandbox: 'SANDBOX: a test document, nothing was paid.',
  },
  de: {
    invoice: 'Rechnung',
    credit: 'Gutschrift',
    number: 'Nummer',
    date: 'Datum',
    period: 'Zeitraum',
    customer: 'Kunde',
    tenant: 'Mandant',
    status: { draft: 'Entwurf', open: 'Offen', paid: 'Bezahlt', void: 'Storniert', uncollectible: 'Überfällig' },
    item: 'Posten',
    quantity: 'Menge',
    price: 'Einzelpreis',
    amount: 'Betrag',
    total: 'Summe',
    paid: 'Bezahlt',
    sandbox: 'SANDBOX: ein Testdokument, es wurde nichts bezahlt.',
  },
} as const;
type Phrases = (typeof phrases)['en'] | (typeof phrases)['de'];

const linesPerPage = 24;
const day = (at: string) => at.slice(0, 10);

type Described = { invoice: Invoice; provider: string; reference: string };
type Owner = { id: string; name: string };

function headOf(say: Phrases, { invoice, provider }: Described, { id, name }: Owner): Mark[] {
  const facts = [
    [say.number, invoice.id],
    [say.date, day(invoice.createdAt)],
    [say.period, `${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`],
    // Scripts that no reader has a font for are named by their tenant; the title of the document has them all.
    ...(canWrite(name) ? [[say.customer, name]] : []),
    [say.tenant, id],
  ];
  return [
    { text: invoice.amountDue < 0 ? say.credit : say.invoice, x: 50, y: 770, size: 22, isBold: true },
    { text: say.status[invoice.status], x: 50, y: 748, size: 11 },
    ...(provider === 'local' ? [{ text: say.sandbox, x: 50, y: 800, size: 9, isBold: true }] : []),
    ...facts.flatMap(([label = '', value = ''], index): Mark[] => [
      { text: label, x: 50, y: 720 - index * 16 },
      { text: value, x: 150, y: 720 - index * 16 },
    ]),
  ];
}

function describe(say: Phrases, languages: string, described: Described, owner: Owner): Mark[][] {
  const { invoice } = described;
  const money = (cents: number) =>
    new Intl.NumberFormat(languages, { minimumFractionDigits: 2 }).format(cents / 100).replace('\u2212', '-');
  const chunks = Array.from({ length: Math.max(1, Math.ceil(invoice.lines.length / linesPerPage)) }, (_, index) =>
    invoice.lines.slice(index * linesPerPage, (index + 1) * linesPerPage),
  );
  return chunks.map((lines, index) => {
    const top = 610;
    const bottom = top - 12 - lines.length * 18;
    const isLast = index === chunks.length - 1;
    const currency = invoice.currency.toUpperCase();
    return [
      ...headOf(say, described, owner),
      { text: say.item, x: 50, y: top, isBold: true },
      { text: say.quantity, x: 330, y: top, isBold: true },
      { text: say.price, x: 400, y: top, isBold: true },
      { text: `${say.amount} (${currency})`, x: 475, y: top, isBold: true },
      { lineY: top - 6 },
      ...lines.flatMap(({ description, quantity, unitPrice, amount }, row): Mark[] => {
        const y = top - 22 - row * 18;
        return [
          { text: canWrite(description) ? description.slice(0, 60) : '-', x: 50, y },
          { text: String(quantity), x: 370, y, alignsRight: true },
          { text: money(unitPrice), x: 450, y, alignsRight: true },
          { text: money(amount), x: 540, y, alignsRight: true },
        ];
      }),
      ...(isLast
        ? ([
            { lineY: bottom },
            { text: say.total, x: 400, y: bottom - 18, isBold: true },
            { text: money(invoice.amountDue), x: 540, y: bottom - 18, isBold: true, alignsRight: true },
            { text: say.paid, x: 400, y: bottom - 36 },
            { text: money(invoice.amountPaid), x: 540, y: bottom - 36, alignsRight: true },
          ] satisfies Mark[])
        : []),
    ];
  });
}

async function* once(content: Buffer) {
  yield content;
}

/** The provider's own document where there is one; otherwise ours. */
export async function sendInvoice(app: App, tenantId: string, described: Described, languages: readonly string[]) {
  const file = { type: 'application/pdf', name: `invoice-${described.invoice.id}.pdf` };
  if (app.config.payments.provider === described.provider) {
    const theirs = await providerOf(app).readPdf(described.reference);
    if (theirs) {
      return { ...file, content: theirs as AsyncIterable<Uint8Array> };
    }
  }
  const tenant = await app.tenancy.system((db) => findTenant(db, tenantId));
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  const language = languages.find((one) => one === 'de' || one === 'en') === 'de' ? 'de' : 'en';
  const say = phrases[language];
  const title = `${say.invoice} ${described.invoice.id}, ${tenant.name}`;
  return { ...file, content: once(writePdf(title, describe(say, language, described, tenant))) };
}

import type { Invoice } from '@postern/contracts/cloud/billing';
import { findTenant } from '#features/cloud/tenants';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import { providerOf } from './choose-provider.ts';
import phrases from './phrases.en.json' with { type: 'json' };
import { translateLines } from './translate-lines.ts';
import { canWrite, type Mark, writePdf } from './write-pdf.ts';

type Phrases = typeof phrases;

const linesPerPage = 18;
const day = (at: string) => at.slice(0, 10);

type Described = { invoice: Invoice; provider: string; reference: string };
type Owner = { id: string; name: string };

function headOf(say: Phrases, { invoice, provider }: Described, { id }: Owner): Mark[] {
  const facts = [
    [say.number, invoice.number ?? invoice.id],
    ...(invoice.correctsNumber ? [[say.corrects, invoice.correctsNumber]] : []),
    [say.date, day(invoice.createdAt)],
    [say.period, `${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`],
    [say.tenant, id],
  ];
  return [
    { text: invoice.kind === 'creditNote' ? say.credit : say.invoice, x: 50, y: 770, size: 22, isBold: true },
    { text: say.status[invoice.status], x: 50, y: 748, size: 11 },
    ...(provider === 'local' ? [{ text: say.sandbox, x: 50, y: 800, size: 9, isBold: true }] : []),
    ...facts.flatMap(([label = '', value = ''], index): Mark[] => [
      { text: label, x: 50, y: 720 - index * 16 },
      { text: value, x: 150, y: 720 - index * 16 },
    ]),
    ...partyMarks(say, say.seller, invoice.seller, 50),
    ...partyMarks(say, say.customer, invoice.customer, 300),
  ];
}

const maxAddressLines = 5;
const maxLetters = 44;

/** Seller or customer, side by side above the lines. */
function partyMarks(say: Phrases, label: string, party: Invoice['seller'], x: number): Mark[] {
  if (!party) {
    return [];
  }
  const lines = [
    party.name,
    ...party.address.slice(0, maxAddressLines),
    ...(party.taxId ? [`${say.taxId}: ${party.taxId}`] : []),
  ].filter(canWrite);
  // Lines in scripts without a font are skipped; the title of the document contains them.
  return lines.length === 0
    ? []
    : [
        { text: label, x, y: 616, isBold: true },
        ...lines.map((text, index): Mark => ({ text: text.slice(0, maxLetters), x, y: 600 - index * 14 })),
      ];
}

function describe(say: Phrases, languages: string, described: Described, owner: Owner): Mark[][] {
  const { invoice } = described;
  const translated = translateLines(say, invoice.lines);
  const money = (cents: number) =>
    new Intl.NumberFormat(languages, { minimumFractionDigits: 2 }).format(cents / 100).replace('\u2212', '-');
  const chunks = Array.from({ length: Math.max(1, Math.ceil(translated.length / linesPerPage)) }, (_, index) =>
    translated.slice(index * linesPerPage, (index + 1) * linesPerPage),
  );
  return chunks.map((lines, index) => {
    const top = 490;
    const bottom = top - 12 - lines.length * 18;
    const isLast = index === chunks.length - 1;
    const currency = invoice.currency.toUpperCase();
    const { tax, amountDue, amountPaid } = invoice;
    const rate = new Intl.NumberFormat(languages, { maximumFractionDigits: 3 }).format(tax?.rate ?? 0);
    const taxLabel = say.tax.replace('{{name}}', tax?.name ?? '').replace('{{rate}}', rate);
    const sums: [string, number, boolean][] = [
      ...(tax
        ? ([
            [say.net, amountDue - tax.amount, false],
            [tax.rate === null ? tax.name : taxLabel, tax.amount, false],
          ] satisfies [string, number, boolean][])
        : []),
      [say.total, amountDue, true],
      [say.paid, amountPaid, false],
    ];
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
            ...sums.flatMap(([text = '', amount = 0, isBold = false], row): Mark[] => [
              { text, x: 400, y: bottom - 18 - row * 18, isBold },
              { text: money(amount), x: 540, y: bottom - 18 - row * 18, isBold, alignsRight: true },
            ]),
          ] satisfies Mark[])
        : []),
    ];
  });
}

/** A number may contain characters that are invalid in file names. */
const fileName = (number: string) => number.replace(/[^\w.-]+/g, '-');

async function* once(content: Buffer) {
  yield content;
}

/** There are no fonts for Arabic and Thai. */
function languageOf(preferred: readonly string[]): string {
  const language = serverLanguage(preferred);
  return canWrite(textsIn(language, 'cloud.billing', phrases).invoice) ? language : 'en';
}

/** Sends the provider's document if there is one, otherwise ours. */
export async function sendInvoice(app: App, tenantId: string, described: Described, languages: readonly string[]) {
  const { number, id, kind } = described.invoice;
  const file = {
    type: 'application/pdf',
    name: `${kind === 'creditNote' ? 'credit-note' : 'invoice'}-${fileName(number ?? id)}.pdf`,
  };
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
  const language = languageOf(languages);
  const say = textsIn(language, 'cloud.billing', phrases);
  const title = `${kind === 'creditNote' ? say.credit : say.invoice} ${number ?? id}, ${tenant.name}`;
  return { ...file, content: once(writePdf(title, describe(say, language, described, tenant))) };
}

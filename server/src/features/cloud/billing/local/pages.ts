import type { FastifyReply } from 'fastify';
import { embedStyle, escapeHtml } from '#platform/http/pages';
import { newNonce } from '#platform/secrets/ids';
import type { InvoiceLine } from '../provider.ts';
import type { Billing, BillingProblem, CardProblem } from './check-form.ts';
import { fill, type Speech } from './phrases.ts';
import type { LocalCheckout, LocalCustomer } from './store.ts';
import type { LocalInvoice } from './subscriptions.store.ts';

const css = `
:root { color-scheme: light dark; --ink: #1c1a27; --soft: #5d5a6b; --page: #f6f5fa; --card: #fff; --line: #dcd9e6;
  --accent: #6139f6; --on-accent: #fff; --warn: #7a4a00; --warn-page: #fff3d6; --bad: #b3261e; --good: #14713d; }
@media (prefers-color-scheme: dark) { :root { --ink: #efedf7; --soft: #b3afc4; --page: #131119; --card: #1d1a26;
  --line: #3a3649; --accent: #a58dff; --on-accent: #17132a; --warn: #ffd98a; --warn-page: #3a2c0c; --bad: #ffb4ab; --good: #7fd9a4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
.sandbox { margin: 0; padding: 10px 16px; background: var(--warn-page); color: var(--warn); text-align: center; font-weight: 600; }
main { max-width: 480px; margin: 32px auto; padding: 0 16px; }
h1 { margin: 0; font-size: 24px; font-weight: 600; overflow-wrap: anywhere; } h2 { margin: 0 0 8px; font-size: 16px; font-weight: 600; }
p { margin: 4px 0; overflow-wrap: anywhere; } .soft { color: var(--soft); }
.card { margin: 24px 0; padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.due { display: flex; justify-content: space-between; gap: 16px; font-weight: 600; margin-bottom: 16px; }
label { display: block; margin: 12px 0 4px; font-weight: 500; }
input, textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px;
  background: var(--card); color: var(--ink); font: inherit; font-size: 16px; }
form > * + h2 { margin-top: 24px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button { width: 100%; min-height: 44px; margin-top: 20px; padding: 8px 16px; border: 0; border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
a { color: var(--accent); display: inline-block; padding: 4px 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bad { color: var(--bad); font-weight: 500; } .good { color: var(--good); font-weight: 500; }
ul { margin: 0; padding: 0; list-style: none; } li { padding: 10px 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
.row { display: flex; justify-content: space-between; gap: 12px; flex-wrap: wrap; } .row form { width: 100%; } .row button { margin-top: 8px; }
code { font: 13px "JetBrains Mono", ui-monospace, monospace; white-space: nowrap; }`;

type Page = { speech: Speech; title: string; body: string; status?: number };

/** Sends a sandbox page: no scripts, and every page says that it is a sandbox. */
export function sendFramed(reply: FastifyReply, { speech, title, body, status = 200 }: Page): FastifyReply {
  const nonce = newNonce();
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Without it, browsers would send forms of this page with a null origin.
      'referrer-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    })
    .send(
      `<!doctype html><html lang="${speech.language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} · Sandbox</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${embedStyle(nonce, css)}</head><body><header><p class="sandbox">${escapeHtml(speech.say.sandbox)}</p></header><main>${body}</main></body></html>`,
    );
}

const testNumbers = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 0341', 'failsLater'],
] as const;

/** The card fields. Entered values are never sent back. */
function cardFields({ say }: Speech, problem: string | undefined): string {
  const field = (id: string, label: string, hints: string) =>
    `<div><label for="${id}">${escapeHtml(label)}</label><input id="${id}" name="${id}" required inputmode="numeric" autocomplete="off" ${hints}${problem ? ' aria-describedby="problem"' : ''}></div>`;
  return `${problem ? `<p id="problem" class="bad" role="alert">${escapeHtml(problem)}</p>` : ''}${field('number', say.cardNumber, 'maxlength="23" placeholder="4242 4242 4242 4242"')}<div class="pair">${field('expiry', say.expiry, 'maxlength="7" placeholder="12/34"')}${field('cvc', say.cvc, 'maxlength="4" placeholder="123"')}</div>`;
}

function testCardsList({ say }: Speech): string {
  const rows = testNumbers.map(([number, what]) => `<li><code>${number}</code> ${escapeHtml(say[what])}</li>`);
  return `<section class="card"><h2>${escapeHtml(say.testCards)}</h2><ul>${rows.join('')}</ul><p class="soft">${escapeHtml(say.anyDate)}</p></section>`;
}

type Checkout = {
  checkout: LocalCheckout;
  credit: InvoiceLine[];
  /** What is known for the invoice. */
  billing: BillingDraft;
  problem?: CardProblem | BillingProblem | undefined;
};

/** The form contains the card and the recipient of the invoice: the server knows the plan and the price. */
export function showCheckout(speech: Speech, { checkout, credit, billing, problem }: Checkout) {
  const { say, money } = speech;
  const taken = credit.reduce((sum, line) => sum + line.amount, 0);
  const amount = money(checkout.unitPrice);
  const due = money(checkout.unitPrice + taken);
  const settledRow = (line: Pick<InvoiceLine, 'description' | 'amount'>) =>
    `<div class="due soft"><span>${escapeHtml(line.description)}</span><span>${escapeHtml(money(line.amount))}</span></div>`;
  const title = fill(say.subscribe, { plan: checkout.planName });
  const body = `<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(fill(say.for, { name: checkout.tenantName }))}</p>
<p class="soft">${escapeHtml(fill(say.perMonth, { amount }))}</p>
<form class="card" method="post" action="/payment-sandbox/checkout/${encodeURIComponent(checkout.reference)}" novalidate>
${(taken < 0 ? [{ description: say.credit, amount: taken }] : credit).map(settledRow).join('')}
<div class="due"><span>${escapeHtml(say.dueToday)}</span><span>${escapeHtml(due)}</span></div>
${cardFields(speech, problem && say.problems[problem])}
<h2>${escapeHtml(say.billing)}</h2>
${billingFields(speech, billing, '')}
<button type="submit">${escapeHtml(fill(say.pay, { amount: due }))}</button></form>
<a href="${escapeHtml(checkout.cancelUrl)}">${escapeHtml(say.cancel)}</a>
${testCardsList(speech)}`;
  return { speech, title, body, ...(problem ? { status: 422 } : {}) };
}

export function showOver(speech: Speech, checkout: LocalCheckout) {
  const { say } = speech;
  const body = `<h1>${escapeHtml(say.over)}</h1><p>${escapeHtml(say.overHint)}</p>
<a href="${escapeHtml(checkout.cancelUrl)}">${escapeHtml(say.backToConsole)}</a>`;
  return { speech, title: say.over, body, status: 410 };
}

export function showGone(speech: Speech) {
  const { say } = speech;
  const body = `<h1>${escapeHtml(say.gone)}</h1><p>${escapeHtml(say.goneHint)}</p><a href="/">${escapeHtml(say.backToConsole)}</a>`;
  return { speech, title: say.gone, body, status: 404 };
}

export type PortalNotice = 'saved' | 'billingSaved' | 'paid' | 'notPaid';

type Portal = {
  base: string;
  customer: LocalCustomer;
  invoices: LocalInvoice[];
  returnUrl: string;
  problem?: CardProblem | undefined;
  billingProblem?: BillingProblem | undefined;
  notice?: PortalNotice | undefined;
};

function invoiceRow({ say, money, day }: Speech, base: string, { reference, status, amount, createdAt }: LocalInvoice) {
  const isDue = status === 'open' || status === 'uncollectible';
  const pay = isDue
    ? `<form method="post" action="${base}/invoices/${encodeURIComponent(reference)}"><button type="submit">${escapeHtml(fill(say.payInvoice, { amount: money(amount) }))}</button></form>`
    : '';
  return `<li><div class="row"><span>${escapeHtml(day(new Date(createdAt)))}</span><span>${escapeHtml(money(amount))}</span><span class="${isDue ? 'bad' : 'good'}">${escapeHtml(say.status[status])}</span>${pay}</div></li>`;
}

function cardLine({ say }: Speech, { brand, last4, expires }: LocalCustomer): string {
  return brand && last4 && expires
    ? fill(say.cardLine, { brand, last4, expires: `${expires.slice(5, 7)}/${expires.slice(2, 4)}` })
    : say.noCard;
}

type BillingDraft = Pick<Billing, 'name' | 'address' | 'taxId' | 'country'>;

/** Name, address, country and tax ID, as they are printed on invoices. */
function billingFields({ say }: Speech, { name, address, country = '', taxId }: BillingDraft, wrong: string): string {
  return `<label for="billing-name">${escapeHtml(say.billingName)}</label>
<input id="billing-name" name="name" maxlength="120" autocomplete="organization" value="${escapeHtml(name)}">
<label for="billing-address">${escapeHtml(say.billingAddress)}</label>
<textarea id="billing-address" name="address" rows="4" maxlength="600" autocomplete="street-address">${escapeHtml(address.join('\n'))}</textarea>
<label for="billing-country">${escapeHtml(say.country)}</label>
<input id="billing-country" name="country" maxlength="64" autocomplete="country-name" value="${escapeHtml(country)}">
<label for="billing-tax-id">${escapeHtml(say.taxId)}</label>
<input id="billing-tax-id" name="taxId" maxlength="64" value="${escapeHtml(taxId ?? '')}">${wrong}`;
}

/** The billing address; only a name until the customer enters one. */
function billingForm(speech: Speech, { base, customer, billingProblem }: Portal): string {
  const { say } = speech;
  const wrong = billingProblem
    ? `<p class="bad" role="alert" id="billing-problem">${escapeHtml(say.problems[billingProblem])}</p>`
    : '';
  return `<form class="card" method="post" action="${base}/billing" novalidate><h2>${escapeHtml(say.billing)}</h2>
<p class="soft">${escapeHtml(say.billingHint)}</p>
${billingFields(speech, customer.billing ?? { name: customer.name, address: [], taxId: null }, wrong)}
<button type="submit">${escapeHtml(say.saveBilling)}</button></form>`;
}

export function showPortal(speech: Speech, portal: Portal) {
  const { base, customer, invoices, returnUrl, problem, billingProblem, notice } = portal;
  const { say } = speech;
  const rows = invoices.map((invoice) => invoiceRow(speech, base, invoice)).join('');
  const said = notice
    ? `<p class="${notice === 'notPaid' ? 'bad' : 'good'}" role="${notice === 'notPaid' ? 'alert' : 'status'}">${escapeHtml(say[notice])}</p>`
    : '';
  const body = `<h1>${escapeHtml(say.portal)}</h1>
<p class="soft">${escapeHtml(fill(say.for, { name: customer.name }))}</p>${said}
<form class="card" method="post" action="${base}/card" novalidate><h2>${escapeHtml(say.yourCard)}</h2>
<p>${escapeHtml(cardLine(speech, customer))}</p>
${cardFields(speech, problem && say.problems[problem])}
<button type="submit">${escapeHtml(say.changeCard)}</button></form>
${billingForm(speech, portal)}
<section class="card"><h2>${escapeHtml(say.invoices)}</h2>${rows ? `<ul>${rows}</ul>` : `<p>${escapeHtml(say.noInvoices)}</p>`}</section>
<a href="${escapeHtml(returnUrl)}">${escapeHtml(say.backToConsole)}</a>
${testCardsList(speech)}`;
  return {
    speech,
    title: say.portal,
    body,
    ...(problem || billingProblem || notice === 'notPaid' ? { status: 422 } : {}),
  };
}

import { escapeHtml } from '#platform/pages';
import type { BillingProblem } from './check-billing.ts';
import type { CardProblem } from './check-card.ts';
import { cardFields, testCardsList } from './frame-page.ts';
import { fill, type Speech } from './phrases.ts';
import type { LocalCustomer } from './store.ts';
import type { LocalInvoice } from './subscriptions.store.ts';

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

/** The billing address; only a name until the customer enters one. */
function billingForm({ say }: Speech, { base, customer, billingProblem }: Portal): string {
  const { name, address, taxId } = customer.billing ?? { name: customer.name, address: [], taxId: null };
  const wrong = billingProblem
    ? `<p class="bad" role="alert" id="billing-problem">${escapeHtml(say.problems[billingProblem])}</p>`
    : '';
  return `<form class="card" method="post" action="${base}/billing" novalidate><h2>${escapeHtml(say.billing)}</h2>
<p class="soft">${escapeHtml(say.billingHint)}</p>
<label for="billing-name">${escapeHtml(say.billingName)}</label>
<input id="billing-name" name="name" maxlength="120" autocomplete="organization" value="${escapeHtml(name)}">
<label for="billing-address">${escapeHtml(say.billingAddress)}</label>
<textarea id="billing-address" name="address" rows="4" maxlength="600" autocomplete="street-address">${escapeHtml(address.join('\n'))}</textarea>
<label for="billing-tax-id">${escapeHtml(say.taxId)}</label>
<input id="billing-tax-id" name="taxId" maxlength="64" value="${escapeHtml(taxId ?? '')}">${wrong}
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

import { escapeHtml } from '#platform/pages';
import type { CardProblem } from './check-card.ts';
import { cardFields, testCardsList } from './frame-page.ts';
import { fill, type Speech } from './phrases.ts';
import type { LocalCustomer } from './store.ts';
import type { LocalInvoice } from './subscriptions.store.ts';

export type PortalNotice = 'saved' | 'paid' | 'notPaid';

type Portal = {
  base: string;
  customer: LocalCustomer;
  invoices: LocalInvoice[];
  returnUrl: string;
  problem?: CardProblem | undefined;
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

export function showPortal(speech: Speech, { base, customer, invoices, returnUrl, problem, notice }: Portal) {
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
<section class="card"><h2>${escapeHtml(say.invoices)}</h2>${rows ? `<ul>${rows}</ul>` : `<p>${escapeHtml(say.noInvoices)}</p>`}</section>
<a href="${escapeHtml(returnUrl)}">${escapeHtml(say.backToConsole)}</a>
${testCardsList(speech)}`;
  return { speech, title: say.portal, body, ...(problem || notice === 'notPaid' ? { status: 422 } : {}) };
}

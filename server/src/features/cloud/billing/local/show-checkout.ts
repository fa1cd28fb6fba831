import { escapeHtml } from '#platform/pages';
import type { InvoiceLine } from '../provider.ts';
import type { CardProblem } from './check-card.ts';
import { cardFields, testCardsList } from './frame-page.ts';
import { fill, type Speech } from './phrases.ts';
import type { LocalCheckout } from './store.ts';

/** The form contains only the card: the server knows the plan and the price. */
export function showCheckout(speech: Speech, checkout: LocalCheckout, credit: InvoiceLine[], problem?: CardProblem) {
  const { say, money } = speech;
  const taken = credit.reduce((sum, line) => sum + line.amount, 0);
  const amount = money(checkout.unitPrice);
  const due = money(checkout.unitPrice + taken);
  const title = fill(say.subscribe, { plan: checkout.planName });
  const body = `<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(fill(say.for, { name: checkout.tenantName }))}</p>
<p class="soft">${escapeHtml(fill(say.perMonth, { amount }))}</p>
<form class="card" method="post" action="/payment-sandbox/checkout/${encodeURIComponent(checkout.reference)}" novalidate>
${taken < 0 ? `<div class="due soft"><span>${escapeHtml(say.credit)}</span><span>${escapeHtml(money(taken))}</span></div>` : ''}
<div class="due"><span>${escapeHtml(say.dueToday)}</span><span>${escapeHtml(due)}</span></div>
${cardFields(speech, problem && say.problems[problem])}
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

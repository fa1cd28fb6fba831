import type { Config } from '#platform/config';
import type { Db } from '#platform/db';
import {
  findLastNumber,
  insertCorrections,
  listUnnumbered,
  saveNumber,
  takeNumber,
  type Unnumbered,
} from './numbers.store.ts';

type Seller = Config['seller'];

/** Prices include the seller's tax. */
function taxOf({ taxName, taxRate }: Seller, amountDue: number) {
  const amount = Math.round((amountDue * taxRate) / (100 + taxRate));
  return taxRate > 0 ? { name: taxName, rate: taxRate, amount } : null;
}

async function numberOne(db: Db, seller: Seller, tenantId: string, one: Unnumbered): Promise<void> {
  const isCredit = one.amountDue < 0;
  await saveNumber(db, tenantId, one.id, {
    number: await takeNumber(db, isCredit ? seller.creditPrefix : seller.invoicePrefix),
    corrects: one.corrects ?? (isCredit ? await findLastNumber(db, tenantId, one.subscription) : null),
    details: {
      seller: seller.name ? { name: seller.name, address: seller.address, taxId: seller.taxId } : null,
      customer: one.details.customer ?? null,
      tax: one.details.tax ?? taxOf(seller, one.amountDue),
    },
  });
}

/**
 * Assigns a number to each issued invoice of these tenants and stores the current seller, customer and tax with it.
 * Must be the last step of a payment transaction: the row of the series stays locked until its end.
 */
export async function numberInvoices(db: Db, seller: Seller, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of new Set(tenantIds)) {
    await insertCorrections(db, tenantId);
    for (const one of await listUnnumbered(db, tenantId)) {
      await numberOne(db, seller, tenantId, one);
    }
  }
}

/** Plans that cost nothing: their tenants can be deleted without settling payments. */
export const isFreeOfCharge = (planId: string) => planId === 'free' || planId === 'dev';

/** Plans that cost nothing: whoever has one may delete the tenant without settling anything. */
export const isFreeOfCharge = (planId: string) => planId === 'free' || planId === 'dev';

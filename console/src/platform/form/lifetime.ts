const day = 86_400_000;

export const neverExpires = 'never';

/** Offered lifetimes of a secret, in days. */
export const lifetimes = ['7', '30', '180', '365', neverExpires] as const;
export type Lifetime = (typeof lifetimes)[number];

/** The expiry if it starts now; undefined if it never expires. */
export const expiryOf = (lifetime: Lifetime): number | undefined =>
  lifetime === neverExpires ? undefined : Date.now() + Number(lifetime) * day;

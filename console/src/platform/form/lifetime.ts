const day = 86_400_000;

export const neverExpires = 'never';

/** How many days a secret may live, as people choose it. */
export const lifetimes = ['7', '30', '180', '365', neverExpires] as const;
export type Lifetime = (typeof lifetimes)[number];

/** When it ends if it begins now; undefined when it never does. */
export const expiryOf = (lifetime: Lifetime): number | undefined =>
  lifetime === neverExpires ? undefined : Date.now() + Number(lifetime) * day;

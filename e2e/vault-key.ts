/** The key of the vault of every product: a copied database is read by another one. */
export const vaultKey = Buffer.alloc(32, 5);

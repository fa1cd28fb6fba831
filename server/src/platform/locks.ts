/** Advisory locks, the same in every release: whoever starts at the same moment takes turns. */
export const locks = { migrations: 7_260_451, firstTenants: 7_260_452 } as const;

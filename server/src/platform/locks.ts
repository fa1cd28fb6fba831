/** Advisory locks, the same in every release, so that processes that start concurrently take turns. */
export const locks = { migrations: 7_260_451, firstTenants: 7_260_452 } as const;

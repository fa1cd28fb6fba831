/** A holder of roles: a user or a machine-to-machine application. */
export type Holder = { kind: 'user' | 'application'; id: string; name: string };

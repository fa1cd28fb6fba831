const refuse = () => {
  throw new Error('contracts check requests and responses, so that a route has no schema of the framework');
};

/** Options of Fastify. Otherwise it loads its schema compilers at the start, which no route uses. */
export const withoutSchemas = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
};

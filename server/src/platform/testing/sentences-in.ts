type Definition = { error?: unknown };

const definitionOf = (value: object) => (value as { _zod?: { def?: Definition } })._zod?.def;

/** All custom messages of zod schemas anywhere inside a value. */
export function sentencesIn(value: unknown): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null || seen.has(inner)) {
      return;
    }
    seen.add(inner);
    const definition = definitionOf(inner);
    if (typeof definition?.error === 'function') {
      const text: unknown = definition.error({ code: 'custom', path: [] });
      found.add(String(typeof text === 'object' && text !== null && 'message' in text ? text.message : text));
    }
    Object.values(definition ?? inner).forEach(walk);
  };
  walk(value);
  return [...found];
}

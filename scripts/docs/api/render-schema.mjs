// A JSON schema as nested lists of fields.
import { escapeHtml } from '../escape.mjs';

const maxChoices = 12;

/** Text with `code` in backticks, as HTML. */
export const inline = (text) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const variantsOf = (schema) => schema.oneOf ?? schema.anyOf;

/** `string or null` → `strings or null`, `any value` → `any values`, `list of strings` → `lists of strings`. */
const pluralOf = (type) =>
  type.replace(/^list of/, 'lists of').replace(/\b(string|object|number|integer|boolean|file|value)\b/g, '$1s');

function typeOf(schema) {
  const variants = variantsOf(schema);
  const orNull = schema.nullable ? ' or null' : '';
  if (variants) return [...new Set(variants.map((one) => typeOf(one)))].join(' or ') + orNull;
  if (schema.allOf) return `object${orNull}`;
  if (schema.type === 'array') return `list of ${pluralOf(typeOf(schema.items ?? {}))}${orNull}`;
  if (schema.format === 'binary') return 'file';
  return (schema.type ?? 'any value') + orNull;
}

/** With an article: `a list of strings`, `an object`. */
export function aTypeOf(schema) {
  const type = typeOf(schema);
  return type.startsWith('any ') ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

const choicesOf = (schema) => schema.enum ?? (schema.type === 'array' ? schema.items?.enum : undefined);

function limitsOf(schema) {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const range = (least, most, unit) => {
    if (least === undefined && most === undefined) return [];
    if (least === undefined || least === 0) return most === undefined ? [] : [`at most ${most}${unit}`];
    return [most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`];
  };
  const isSafe = (number) => (number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER ? number : undefined);
  return [
    ...range(minLength, maxLength, ' characters'),
    ...range(isSafe(minimum), isSafe(maximum), ''),
    ...range(minItems, maxItems, ' entries'),
  ];
}

function notesOf(schema) {
  const choices = choicesOf(schema)?.filter((choice) => choice !== null);
  const listed = choices?.slice(0, maxChoices).map((choice) => `<code>${escapeHtml(JSON.stringify(choice))}</code>`);
  const more = choices && choices.length > maxChoices ? ` and ${choices.length - maxChoices} more` : '';
  return [
    ...(schema.description ? [inline(schema.description)] : []),
    ...(listed ? [`One of ${listed.join(', ')}${more}.`.replace(/^One of (\S+)\.$/, 'Always $1.')] : []),
    ...limitsOf(schema).map((limit) => `${limit[0].toUpperCase()}${limit.slice(1)}.`),
    ...(schema.default !== undefined ? [`Default: <code>${escapeHtml(JSON.stringify(schema.default))}</code>.`] : []),
  ];
}

/** The schemas with fields inside a schema: its own, those of its entries, or those of its variants. */
function innerOf(schema) {
  const variants = variantsOf(schema);
  if (variants) return variants.flatMap(innerOf);
  if (schema.allOf) return schema.allOf.flatMap(innerOf);
  if (schema.type === 'array') return innerOf(schema.items ?? {});
  const values = schema.additionalProperties;
  if (Object.keys(schema.properties ?? {}).length > 0) return [schema];
  return typeof values === 'object' && values !== null ? innerOf(values) : [];
}

function field(name, schema, isRequired) {
  const notes = notesOf(schema);
  const head = `<code>${escapeHtml(name)}</code> <span class="type">${typeOf(schema)}</span>${isRequired ? ' <span class="required">required</span>' : ''}`;
  const text = notes.length > 0 ? `<p>${notes.join(' ')}</p>` : '';
  const inner = renderFields(schema);
  return `<li>${head}${text}${inner ? `<details><summary>Fields of ${escapeHtml(name)}</summary>${inner}</details>` : ''}</li>`;
}

/** The fields of an object, of the entries of a list, or of each variant. Empty if there are none. */
export function renderFields(schema, { marksRequired = true } = {}) {
  const inner = innerOf(schema);
  return inner
    .map(({ properties, required = [] }, at) => {
      const rows = Object.entries(properties).map(([name, one]) =>
        field(name, one, marksRequired && required.includes(name)),
      );
      const title = inner.length > 1 ? `<p class="variant">Variant ${at + 1}</p>` : '';
      return `${title}<ul class="fields">${rows.join('')}</ul>`;
    })
    .join('');
}

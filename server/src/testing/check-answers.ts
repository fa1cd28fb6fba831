import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { Ajv, type ValidateFunction } from 'ajv';
import type { InjectOptions } from 'fastify';
import { errorSchemas, operationOf } from '#platform/http/openapi';

/** Compares answers with the published OpenAPI document, so that every test of the API also tests the document. */

type Json = Record<string, unknown>;
type Documented = Record<string, { content?: Record<string, { schema: Json }> }>;
type Answered = { statusCode: number; payload: string; headers: Record<string, unknown> };

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'postern', components: { schemas: errorSchemas } });

/** OpenAPI 3.0 writes exclusive limits as a flag beside the limit; the validator reads the newer form. */
function newerForm(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(newerForm);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, $ref, ...rest } = schema as Json;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, newerForm(value)])),
    ...(typeof $ref === 'string' ? { $ref: `postern${$ref}` } : {}),
    ...(minimum === undefined ? {} : { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}

const documented = new WeakMap<AnyEndpoint, Documented>();
const validators = new WeakMap<Json, ValidateFunction>();

function answersOf(contract: AnyEndpoint): Documented {
  const known = documented.get(contract) ?? (operationOf(contract).responses as Documented);
  documented.set(contract, known);
  return known;
}

function validatorOf(schema: Json): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(newerForm(schema) as Json);
  validators.set(schema, known);
  return known;
}

/** The contract of a path: fixed words win over parameters, as in the router. */
function finder(contracts: Iterable<AnyEndpoint>) {
  const byShape = new Map<string, { contract: AnyEndpoint; segments: string[] }[]>();
  for (const contract of contracts) {
    const segments = contract.path.split('/');
    const shape = `${contract.method} ${segments.length}`;
    byShape.set(shape, [...(byShape.get(shape) ?? []), { contract, segments }]);
  }
  const parametersBefore = (segments: string[]) => segments.map((one) => (one.startsWith(':') ? '1' : '0')).join('');
  for (const list of byShape.values()) {
    list.sort((a, b) => parametersBefore(a.segments).localeCompare(parametersBefore(b.segments)));
  }
  return (method: string, path: string) => {
    const given = path.split('/');
    return byShape
      .get(`${method} ${given.length}`)
      ?.find(({ segments }) => segments.every((one, index) => one.startsWith(':') || one === given[index]))?.contract;
  };
}

function problemOf(contract: AnyEndpoint, { statusCode, payload, headers }: Answered): string | undefined {
  const answer = answersOf(contract)[statusCode];
  if (!answer) {
    return 'the status is not in the OpenAPI document';
  }
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  if (payload === '') {
    return undefined;
  }
  const content = answer.content?.[type];
  if (!content) {
    return `the document has no body of type ${type}`;
  }
  // Files are not described further.
  if (type !== 'application/json' || content.schema.format === 'binary') {
    return undefined;
  }
  const isValid = validatorOf(content.schema);
  return isValid(JSON.parse(payload)) ? undefined : ajv.errorsText(isValid.errors);
}

/** An address that this host or edition does not serve is none of an operation. */
const isServed = ({ statusCode, payload }: Answered) =>
  statusCode !== 404 || !payload.includes('"code":"request.not_found"');

export function createAnswerCheck(contracts: () => Iterable<AnyEndpoint>) {
  let find: ReturnType<typeof finder> | undefined;
  return (options: InjectOptions, answer: Answered): void => {
    find ??= finder(contracts());
    const path = String(options.url ?? options.path ?? '').split('?')[0] ?? '';
    const contract = isServed(answer) ? find(options.method ?? 'GET', path) : undefined;
    const problem = contract && problemOf(contract, answer);
    if (problem) {
      throw new Error(
        `${options.method} ${path} answered ${answer.statusCode}: ${problem}\n${answer.payload.slice(0, 500)}`,
      );
    }
  };
}

import type { AnyEndpoint, Document } from '@postern/contracts/endpoint';
import { statusOf } from '@postern/contracts/endpoint';
import { ErrorBody, errors } from '@postern/contracts/errors';
import { FieldIssues } from '@postern/contracts/field-issues';
import { defaultPageSize, maxPageSize, PageQuery } from '@postern/contracts/fields';
import { addOnKeys } from '@postern/contracts/quota';
import { agreedCostsHeader, verificationIdHeader } from '@postern/contracts/wire';
import type { z } from 'zod';
import { describeFields, describePathParameter, describeQueryParameter } from './describe-fields.ts';
import { describeTag } from './describe-tags.ts';
import { toOpenApiSchema } from './openapi-schema.ts';

type Json = Record<string, unknown>;

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => describeFields(toOpenApiSchema(schema, io));

/** The server reads them as text; clients send numbers. */
const wholeNumbers: Record<string, Json> = {
  page: { type: 'integer', minimum: 1 },
  page_size: { type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize },
};

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', path: string): Json[] {
  if (!schema) {
    return [];
  }
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description: own, ...property }]) => {
    const description = (place === 'path' ? describePathParameter(name, path) : describeQueryParameter(name)) ?? own;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: wholeNumbers[name] ?? property,
    };
  });
}

const proofHeader = {
  name: verificationIdHeader,
  in: 'header',
  required: true,
  description: 'The ID of a valid verification record that confirms your identity.',
  schema: { type: 'string' },
};

const agreedHeader = {
  name: agreedCostsHeader,
  in: 'header',
  required: false,
  description: 'Cents a month that you agree to pay for things beyond the plan of the tenant.',
  schema: { type: 'integer' },
};

/** Whether a call may add things that are billed. */
const mayCost = ({ quota = [], errors = [] }: AnyEndpoint) =>
  errors.includes('subscription.costs_not_agreed') ||
  quota.some((use) => typeof use === 'string' && addOnKeys.includes(use));

function answerOf({ response, file }: AnyEndpoint): Json {
  if (file) {
    const schema = { type: 'string', format: 'binary' };
    return { content: Object.fromEntries(file.map((type) => [type, { schema }])) };
  }
  return response ? { content: { 'application/json': { schema: toSchema(response, 'output') } } } : {};
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const contentWith = (schema: Json): Json => ({ 'application/json': { schema } });
const refusal = (description: string): Json => ({ description, content: contentWith(refTo('Error')) });

/**
 * Every endpoint rejects input that does not match its contract. Other errors with this status name no field. A few
 * operations also answer their result with it.
 */
const invalidAnswer = (contract: AnyEndpoint, codes: readonly string[] = []): Json => {
  const result = contract.status?.includes(400) && contract.response ? [toSchema(contract.response, 'output')] : [];
  return {
    description: codes.join(', ') || 'The request is not valid',
    content: contentWith({ anyOf: [...result, refTo('InvalidInput'), refTo('Error')] }),
  };
};

/** What the server answers before or instead of the operation, whatever the contract is. */
function answersOfServer({
  auth,
  body,
  upload,
  rawBody,
  method,
  response,
  quota = [],
}: AnyEndpoint): Record<string, Json> {
  return {
    ...(method === 'GET' && response
      ? { '304': { description: 'The copy with the ETag in If-None-Match is current' } }
      : {}),
    ...(auth.kind === 'none' ? {} : { '401': refusal('Not signed in'), '403': refusal('Not allowed') }),
    ...(quota.length > 0 ? { '422': refusal('The plan, its costs or a limit of spending prevent it') } : {}),
    // Who may not know whether the tenant exists.
    ...(['cloud', 'operator', 'tenant'].includes(auth.kind) ? { '404': refusal('Not found') } : {}),
    ...(body || upload || rawBody
      ? { '413': refusal('The body is too large'), '415': refusal('The body has another content type') }
      : {}),
    '500': refusal('An error of the server. It is logged with the ID of the request'),
    '503': refusal('The server is overloaded, stopping, or cannot save. Retry-After says when to try again'),
  };
}

function answersOf(contract: AnyEndpoint): Json {
  const body = answerOf(contract);
  const successes = (contract.status ?? [statusOf(contract)]).map((status) => [
    String(status),
    { description: 'Success', ...(status === 204 ? {} : body) },
  ]);
  const all = [
    ...(contract.errors ?? []).map((code) => [String(errors[code][0]), code] as const),
    ...Object.entries(contract.otherStatuses ?? {}).flatMap(([status, list]) =>
      list.map((code) => [status, code] as const),
    ),
  ];
  const codes = new Map(
    [...Map.groupBy(all, ([status]) => status)].map(([status, list]) => [status, list.map(([, code]) => code)]),
  );
  const failures = [...codes].map(([status, list]) => [status, refusal(list.join(', '))]);
  return {
    ...answersOfServer(contract),
    ...Object.fromEntries(failures),
    ...Object.fromEntries(successes),
    '400': invalidAnswer(contract, codes.get('400')),
  };
}

const fileForm = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

function contentOf({ body, upload, rawBody }: AnyEndpoint): Json | undefined {
  if (rawBody) {
    return Object.fromEntries(rawBody.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  }
  if (upload) {
    return { 'multipart/form-data': { schema: fileForm } };
  }
  return body && { 'application/json': { schema: toSchema(body, 'input') } };
}

const schemes: Record<string, Json> = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'interaction' },
  setupCookie: { type: 'apiKey', in: 'cookie', name: 'postern_setup' },
};

/** All other kinds use a bearer token. */
const schemeOf: Partial<Record<AnyEndpoint['auth']['kind'], string>> = { interaction: 'cookie', setup: 'setupCookie' };

const schemeNameOf = ({ auth }: AnyEndpoint) => schemeOf[auth.kind] ?? 'bearer';

const hasPage = (query: { shape?: object } | undefined) => 'page' in (query?.shape ?? {});

/** The OpenAPI operation of a contract. */
export function operationOf(contract: AnyEndpoint): Json {
  const { method, path, summary, tag, auth, params, query } = contract;
  const content = contentOf(contract);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^\dA-Za-z]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary,
    tags: [tag],
    parameters: [
      ...parametersOf(params, 'path', path),
      ...parametersOf(contract.paged && !hasPage(query) ? PageQuery : undefined, 'query', path),
      ...parametersOf(query, 'query', path),
      ...(contract.proof ? [proofHeader] : []),
      ...(mayCost(contract) ? [agreedHeader] : []),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: answersOf(contract),
    security: auth.kind === 'none' ? [] : [{ [schemeNameOf(contract)]: [] }],
  };
}

/** For `guard.invalid_input`, `request.invalid_input` and `connector.invalid_config`, with the affected fields. */
const InvalidInputBody = ErrorBody.extend({ data: FieldIssues }).loose();

/** What operations refer to. */
export const errorSchemas: Record<string, Json> = {
  // Errors of the protocol have its own properties too.
  Error: toSchema(ErrorBody.loose(), 'output'),
  InvalidInput: toSchema(InvalidInputBody, 'output'),
};

/** Creates the OpenAPI document for a set of contracts. */
export function printOpenApi(contracts: readonly AnyEndpoint[], title: string, server: string): Json {
  const paths: Record<string, Json> = {};
  const used = new Set(contracts.filter(({ auth }) => auth.kind !== 'none').map(schemeNameOf));
  for (const contract of contracts) {
    const path = contract.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(contract) };
  }
  return {
    openapi: '3.0.3',
    info: { title, version: '1.32.0', license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
    servers: [{ url: server }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].map((name) => ({ name, description: describeTag(name) })),
    paths,
    components: {
      schemas: errorSchemas,
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
    },
  };
}

/** The four public documents: path, title, and which contracts belong to it. */
export const openApiDocuments: { path: string; title: string; parts: readonly Document[] | undefined }[] = [
  { path: '/api/swagger.json', title: 'Postern API', parts: undefined },
  { path: '/api/.well-known/management.openapi.json', title: 'Postern management API', parts: ['management'] },
  { path: '/api/.well-known/experience.openapi.json', title: 'Postern experience API', parts: ['experience'] },
  { path: '/api/.well-known/user.openapi.json', title: 'Postern account API', parts: ['user'] },
];

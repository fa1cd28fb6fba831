// The operations of all contracts, grouped by tag: one page of the API reference each.
import { errors } from '../../../contracts/src/errors.ts';
import { operationOf } from '../../../server/src/platform/http/openapi.ts';
import { collectContracts } from '../../collect-contracts.ts';
import { wings } from '../../wings.mjs';
import { describeAuth } from './describe-auth.mjs';
import { exampleOf } from './example-of.mjs';
import { examples } from './examples.mjs';

const slugOf = (tag) =>
  tag
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/-$/, '');

function bodyOf(contract, { requestBody }) {
  if (!requestBody) return undefined;
  const [type, { schema }] = Object.entries(requestBody.content)[0];
  const types = Object.keys(requestBody.content);
  if (contract.upload || contract.rawBody) return { kind: contract.upload ? 'form' : 'file', type, types, schema };
  const example = examples[`${contract.method} ${contract.path}`] ?? exampleOf(schema);
  return { kind: 'json', type, types, schema, example };
}

function readOperation({ contract, wing }) {
  const operation = operationOf(contract);
  const statuses = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return {
    id: operation.operationId,
    wing,
    tag: contract.tag,
    method: contract.method,
    path: contract.path.replace(/:(\w+)/g, '{$1}'),
    summary: contract.summary,
    auth: describeAuth(contract),
    parameters: operation.parameters,
    body: bodyOf(contract, operation),
    answers: statuses.map(([status, { content = {} }]) => ({ status, content })),
    errors: (contract.errors ?? []).map((code) => ({ code, status: errors[code][0], message: errors[code][1] })),
    isPaged: contract.paged !== undefined,
    hasQuota: (contract.quota ?? []).length > 0,
  };
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The list first, then its entries: by path, then by method. */
const byPath = (one, other) =>
  one.path.localeCompare(other.path) || methods.indexOf(one.method) - methods.indexOf(other.method);

/** A tag belongs to the wing with most of its operations. */
function wingOf(operations) {
  const count = (wing) => operations.filter((one) => one.wing === wing).length;
  return wings.toSorted((one, other) => count(other) - count(one))[0];
}

/** Sorted by wing, then by name. */
export async function readTags() {
  const operations = (await collectContracts()).map(readOperation);
  const tags = [...Map.groupBy(operations, ({ tag }) => tag)].map(([title, list]) => ({
    title,
    name: `api/${slugOf(title)}`,
    wing: wingOf(list),
    operations: list.toSorted(byPath),
  }));
  return tags.toSorted(
    (one, other) => wings.indexOf(one.wing) - wings.indexOf(other.wing) || one.title.localeCompare(other.title),
  );
}

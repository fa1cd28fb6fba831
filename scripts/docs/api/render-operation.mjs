// An operation of the API reference: what it needs, what it returns, and how to call it.
import { escapeHtml } from '../escape.mjs';
import { aTypeOf, inline, renderFields } from './render-schema.mjs';

const queryExample = ({ parameters }) =>
  parameters.filter(({ in: place, required }) => place === 'query' && required).map(({ name }) => `${name}=…`);

const addressOf = (operation) => {
  const query = queryExample(operation);
  return operation.path + (query.length > 0 ? `?${query.join('&')}` : '');
};

const originName = ({ auth }) => (auth.where === 'admin' ? 'ADMIN_ENDPOINT' : 'ENDPOINT');
const needsToken = ({ auth }) => auth.where !== undefined && auth.text !== 'No token is needed.';
const headersIn = ({ parameters }) => parameters.filter(({ in: place }) => place === 'header');
const shellText = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlOf(operation) {
  const { method, body } = operation;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$${originName(operation)}${addressOf(operation)}"`,
    ...(needsToken(operation) ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...headersIn(operation).map(({ name }) => `-H "${name}: $VERIFICATION_ID"`),
  ];
  if (body?.kind === 'json') {
    lines.push("-H 'content-type: application/json'", `-d ${shellText(JSON.stringify(body.example, null, 2))}`);
  } else if (body?.kind === 'form') {
    lines.push('-F file=@picture.png');
  } else if (body) {
    lines.push(`-H 'content-type: ${body.type}'`, '--data-binary @file');
  }
  return lines.join(' \\\n  ');
}

export function scriptOf(operation) {
  const { method, body } = operation;
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the example contains a template string
    ...(needsToken(operation) ? ['    authorization: `Bearer ${token}`,'] : []),
    ...headersIn(operation).map(({ name }) => `    '${name}': verificationId,`),
    ...(body && body.kind !== 'form' ? [`    'content-type': '${body.type}',`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body?.kind === 'json'
      ? [`  body: JSON.stringify(${JSON.stringify(body.example, null, 2).replaceAll('\n', '\n  ')}),`]
      : []),
    ...(body?.kind === 'form' ? ['  body: form, // a FormData with the part file'] : []),
    ...(body?.kind === 'file' ? ['  body: file,'] : []),
  ];
  const address = `\`\${${originName(operation) === 'ENDPOINT' ? 'endpoint' : 'adminEndpoint'}}${addressOf(operation).replaceAll('{', '${')}\``;
  return `const response = await fetch(${address}${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''});`;
}

function parameterList(parameters, place, title) {
  const own = parameters.filter((one) => one.in === place);
  if (own.length === 0) return '';
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      own.map(({ name, description, schema: one }) => [name, description ? { ...one, description } : one]),
    ),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
  const list = renderFields(schema);
  const isLong = own.length > 8;
  return isLong ? `<details><summary>${title} (${own.length})</summary>${list}</details>` : `<h4>${title}</h4>${list}`;
}

const bodyPart = ({ body }) => {
  if (!body) return '';
  const types = body.types.map((type) => `<code>${escapeHtml(type)}</code>`).join(' or ');
  const kind = body.kind === 'json' ? aTypeOf(body.schema) : 'a file';
  return `<h4>Body</h4><p>${kind[0].toUpperCase()}${kind.slice(1)}, ${types}.</p>${body.kind === 'file' ? '' : renderFields(body.schema)}`;
};

function answerPart({ status, content }) {
  const [type, { schema } = {}] = Object.entries(content)[0] ?? [];
  if (!type) return `<li><code>${status}</code> without a body.</li>`;
  const fields = renderFields(schema, { marksRequired: false });
  const kind = schema.format === 'binary' ? 'a file' : aTypeOf(schema);
  return `<li><code>${status}</code> with ${escapeHtml(kind)}, <code>${escapeHtml(type)}</code>.${fields ? `<details><summary>Fields of the response</summary>${fields}</details>` : ''}</li>`;
}

function errorPart({ errors, auth, hasQuota }) {
  const known = errors.map(
    ({ code, status, message }) => `<li><code>${status}</code> <code>${code}</code> ${inline(message)}</li>`,
  );
  const always = [
    '<li><code>400</code> <code>guard.invalid_input</code> The request does not match the description above.</li>',
    ...(auth.text === 'No token is needed.'
      ? []
      : ['<li><code>401</code> or <code>403</code> The caller is not signed in, or is not allowed to do this.</li>']),
    ...(hasQuota ? ['<li><code>403</code> The plan of the tenant allows no more (cloud edition).</li>'] : []),
  ];
  return `<details><summary>Errors (${known.length + always.length})</summary><ul>${[...known, ...always].join('')}</ul></details>`;
}

export function renderOperation(operation, highlight) {
  const { id, method, path, summary, auth, parameters, answers, isPaged } = operation;
  const block = (text, language) =>
    `<div class="code"><pre tabindex="0"><code>${highlight(text, language)}</code></pre></div>`;
  const name = `<span class="method ${method.toLowerCase()}">${method}</span> ${escapeHtml(path)}`;
  return `<section class="operation">
<h2 id="${id}">${name}<a class="anchor" href="#${id}" aria-label="Link to ${method} ${escapeHtml(path)}"></a></h2>
<p>${inline(summary)}</p>
<p class="auth">${auth.text}</p>
${auth.where ? `<button type="button" class="try" data-operation="${id}" aria-label="Try it: ${method} ${escapeHtml(path)}" hidden>Try it</button>` : ''}
${parameterList(parameters, 'path', 'Path')}${parameterList(parameters, 'query', 'Query')}${parameterList(parameters, 'header', 'Headers')}${bodyPart(operation)}
<h4>Response</h4><ul class="answers">${answers.map(answerPart).join('')}</ul>
${isPaged ? '<p>The header <code>Total-Number</code> has the number of entries, <code>Link</code> the adjacent pages.</p>' : ''}
${errorPart(operation)}
${auth.where ? `${block(curlOf(operation), 'sh')}<details><summary>In JavaScript</summary>${block(scriptOf(operation), 'js')}</details>` : ''}
</section>`;
}

/** What the panel for trying an operation needs to know. */
export function tryOf({ method, path, summary, auth, parameters, body }) {
  return {
    method,
    path,
    summary,
    where: auth.where,
    resource: auth.resource,
    console: auth.console,
    needsToken: auth.text !== 'No token is needed.',
    parameters: parameters.map(({ name, in: place, required, schema }) => ({
      name,
      in: place,
      required,
      ...(schema.enum ? { choices: schema.enum } : {}),
    })),
    ...(body ? { body: { kind: body.kind, types: body.types, example: body.example } } : {}),
  };
}

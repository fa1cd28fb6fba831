// The panel that calls an operation of the API from the browser. A token that is entered stays in the session storage of
// this tab, the secret of an application only in its field, and a token of the console only in the request.
const root = document.querySelector('.operations');
const tokenKey = 'postern:docs:token';
const addressKey = 'postern:docs:address';
const maxShown = 200_000;
// Answered by `lend-token.ts` of the console. Only pages of this origin hear it.
const channelName = 'postern:docs';
const whoMs = 250;
const tokenMs = 10_000;

let known;
let endpoints;
let dialog;
let running;

const readStored = (key) => {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

function store(key, value) {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the value holds until the page is left.
  }
}

/** Creates an element. Keys of `values` that are not properties become attributes. */
function create(tag, values = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(values)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function labelled(label, control, note) {
  control.id = `site-try-${label.toLowerCase().replace(/[^a-z\d]+/g, '-')}`;
  const text = create('label', { htmlFor: control.id }, label);
  return create('div', { className: 'try-field' }, text, control, ...(note ? [create('p', {}, note)] : []));
}

async function readJson(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

async function load() {
  known ??= await readJson(root.dataset.operations);
  // The documentation may be below a path of its host.
  endpoints ??= (await readJson(new URL('../endpoints.json', import.meta.url))).endpoints;
}

/** The tenant in an address, where `*` is in the pattern; `default` if the pattern has no star. Otherwise undefined. */
function tenantOf(address) {
  for (const pattern of endpoints) {
    if (pattern === address) return 'default';
    const [before, after] = pattern.split('*');
    if (after === undefined || !address.startsWith(before) || !address.endsWith(after)) continue;
    const tenant = address.slice(before.length, address.length - after.length);
    if (/^[\da-z]{1,21}$/.test(tenant)) return tenant;
  }
  return undefined;
}

function originOf(text) {
  try {
    return new URL(text.trim()).origin;
  } catch {
    return undefined;
  }
}

/** Throws a sentence for the person if the address is not one of this installation. */
function requireAddress({ where }, text) {
  const origin = originOf(text);
  const isKnown = where === 'admin' ? origin === location.origin : origin && tenantOf(origin) !== undefined;
  if (!isKnown) {
    const allowed = where === 'admin' ? location.origin : endpoints.join(' or ');
    throw new Error(`Requests can be sent to this installation only: ${allowed}.`);
  }
  return origin;
}

/** Asks the consoles in other tabs. `wait` collects their answers until it returns true, or until the time is over. */
function ask(question, ms, wait) {
  const channel = new BroadcastChannel(channelName);
  const id = `${Date.now()}-${Math.random()}`;
  const answers = [];
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      channel.close();
      resolve(answers);
    };
    const timer = setTimeout(end, ms);
    channel.onmessage = ({ data }) => {
      if (data?.kind !== 'answer' || data.id !== id) return;
      answers.push(data);
      if (wait(answers)) end();
    };
    channel.postMessage({ ...question, id });
  });
}

/** The console that was used last, if one is open and signed in. */
async function findConsole({ console: auth }) {
  if (!auth || !('BroadcastChannel' in window)) return undefined;
  const answers = await ask({ kind: 'who', auth }, whoMs, () => false);
  return answers.toSorted((one, other) => other.seenAt - one.seenAt)[0];
}

/** The address and a token of the console, for one request. */
async function borrow({ console: auth }, { tab }) {
  const [answer] = await ask({ kind: 'token', auth, tab }, tokenMs, () => true);
  if (!answer?.token) {
    throw new Error('The console in the other tab does not answer. Open it again, or enter a token.');
  }
  const { origin } = new URL(answer.base);
  if (origin !== location.origin && tenantOf(origin) === undefined) {
    throw new Error(`Requests can be sent to this installation only, and ${origin} is not part of it.`);
  }
  return answer;
}

function parameterField({ name, in: place, required, choices }) {
  const control = choices
    ? create('select', {}, ...(required ? [] : ['']).concat(choices).map((choice) => create('option', {}, choice)))
    : create('input', { type: 'text', autocomplete: 'off', spellcheck: false });
  control.required = required;
  control.dataset.name = name;
  control.dataset.place = place;
  return labelled(name, control);
}

function bodyField({ kind, types, example }) {
  if (kind === 'json') {
    const text = JSON.stringify(example, null, 2);
    const area = create('textarea', {
      value: text,
      spellcheck: false,
      rows: Math.min(16, text.split('\n').length + 1),
    });
    area.dataset.body = kind;
    return labelled('Body', area);
  }
  const file = create('input', { type: 'file', required: true });
  file.dataset.body = kind;
  file.dataset.type = types[0];
  return labelled('File', file, kind === 'file' ? `Sent as ${types[0]}.` : '');
}

const fieldsIn = (place) => [...dialog.querySelectorAll(`[data-place="${place}"]`)];

function addressFor({ path }, base) {
  const filled = fieldsIn('path').reduce(
    (text, { dataset, value }) => text.replace(`{${dataset.name}}`, encodeURIComponent(value.trim())),
    path,
  );
  const url = new URL(base + filled);
  for (const { dataset, value } of fieldsIn('query')) if (value !== '') url.searchParams.append(dataset.name, value);
  return url;
}

function bodyFor() {
  const control = dialog.querySelector('[data-body]');
  if (!control) return {};
  if (control.dataset.body === 'json') {
    try {
      JSON.parse(control.value);
    } catch (error) {
      throw new Error(`The body is not valid JSON: ${error.message}`);
    }
    return { body: control.value, type: 'application/json' };
  }
  const [file] = control.files;
  if (control.dataset.body === 'file') return { body: file, type: control.dataset.type };
  const form = new FormData();
  form.append('file', file);
  return { body: form };
}

const pretty = (text, type) => {
  if (!/\bjson\b/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Streams show what has arrived so far. */
async function readBody(response, show) {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body) return show('');
  if (!/^(text\/|application\/(.*\+)?(json|xml)|image\/svg)/.test(type)) {
    const { size } = await response.blob();
    return show(`${size} bytes, ${type || 'without a content type'}`);
  }
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > maxShown) {
      await reader.cancel();
      return show(`${text.slice(0, maxShown)}\n… the rest is not shown`);
    }
    show(text);
  }
  show(pretty(text, type));
}

const headersOf = (response) => [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');

async function send(operation, parts) {
  const { address, token, output, status, headers, body, stop } = parts;
  output.hidden = false;
  for (const part of [headers, body]) part.textContent = '';
  running?.abort();
  running = new AbortController();
  stop.hidden = false;
  status.textContent = 'Waiting for the response …';
  try {
    const lent = parts.lender?.isChosen() ? await borrow(operation, parts.lender.console) : undefined;
    const url = addressFor(operation, lent?.base ?? requireAddress(operation, address.value));
    const bearer = lent?.token ?? token?.value.trim();
    const content = bodyFor();
    const began = performance.now();
    const response = await fetch(url, {
      method: operation.method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(content.type ? { 'content-type': content.type } : {}),
        ...Object.fromEntries(
          fieldsIn('header')
            .filter(({ value }) => value)
            .map(({ dataset, value }) => [dataset.name, value]),
        ),
      },
      body: content.body,
      // Neither cookies nor redirects: the request goes to this address with this token only.
      credentials: 'omit',
      redirect: 'error',
      signal: running.signal,
    });
    const took = Math.round(performance.now() - began);
    status.textContent = `${response.status} ${response.statusText} · ${took} ms · ${url.href}`;
    output.dataset.result = response.ok ? 'good' : 'bad';
    headers.textContent = headersOf(response);
    await readBody(response, (text) => {
      body.textContent = text || 'The response has no body.';
    });
  } catch (error) {
    output.dataset.result = 'bad';
    status.textContent =
      error.name === 'AbortError'
        ? 'Stopped.'
        : error instanceof TypeError
          ? 'No response that this page may read. Check the address and whether the server is running.'
          : error.message;
  } finally {
    stop.hidden = true;
  }
}

async function requestToken(operation, { address, token, app, secret, resource, note }) {
  note.textContent = 'Requesting a token …';
  try {
    const answer = await fetch(new URL('/oidc/token', requireAddress(operation, address.value)), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: app.value.trim(),
        client_secret: secret.value,
        resource: resource.value.trim(),
        scope: 'all',
      }),
      credentials: 'omit',
      redirect: 'error',
    });
    const result = await answer.json();
    if (!answer.ok) throw new Error(result.error_description ?? result.message ?? `Status ${answer.status}`);
    token.value = result.access_token;
    store(tokenKey, token.value);
    secret.value = '';
    note.textContent = result.scope
      ? `The token is valid for ${result.expires_in} seconds.`
      : 'The token has no scope: the application needs a role with access to the management API.';
  } catch (error) {
    note.textContent =
      error instanceof TypeError
        ? 'The request was refused. It works for machine-to-machine applications of this tenant.'
        : error.message;
  }
}

function tokenPart(operation, parts) {
  const token = create('textarea', { value: readStored(tokenKey), rows: 2, spellcheck: false, autocomplete: 'off' });
  parts.token = token;
  token.addEventListener('change', () => store(tokenKey, token.value.trim()));
  const forget = create('button', { type: 'button', className: 'plain' }, 'Forget the token');
  forget.addEventListener('click', () => {
    token.value = '';
    store(tokenKey, '');
    token.focus();
  });
  const list = [labelled('Access token', token, 'Kept in this tab only, until you close it.'), forget];
  if (!operation.resource) return list;
  const tenant = tenantOf(originOf(parts.address.value) ?? '');
  const given = Object.assign(parts, {
    app: create('input', { type: 'text', autocomplete: 'off', spellcheck: false }),
    secret: create('input', { type: 'password', autocomplete: 'off' }),
    resource: create('input', {
      type: 'text',
      value: tenant ? operation.resource.replace('{tenant}', tenant) : operation.resource,
      spellcheck: false,
    }),
    note: create('p', { role: 'status' }),
  });
  parts.address.addEventListener('change', () => {
    const now = tenantOf(originOf(parts.address.value) ?? '');
    if (now) given.resource.value = operation.resource.replace('{tenant}', now);
  });
  const get = create('button', { type: 'button', className: 'plain' }, 'Get a token');
  get.addEventListener('click', () => requestToken(operation, given));
  return [
    ...list,
    create(
      'details',
      {},
      create('summary', {}, 'Get a token as a machine-to-machine application'),
      labelled('App ID', given.app),
      labelled('App secret', given.secret, 'Sent to the token endpoint of the address above and not stored.'),
      labelled('Resource', given.resource),
      get,
      given.note,
    ),
  ];
}

/** Hides address and token while the console in another tab provides them. */
function lenderPart(found, fields) {
  const ways = [
    ['console', 'The console in another tab'],
    ['token', 'A token that I enter'],
  ];
  const way = create('select', {}, ...ways.map(([value, text]) => create('option', { value }, text)));
  const show = () => {
    for (const field of fields) field.hidden = way.value === 'console';
  };
  way.addEventListener('change', show);
  show();
  const note = `You are signed in there, in the tenant ${found.tenantId}. Requests have your rights.`;
  return {
    lender: { console: found, isChosen: () => way.value === 'console' },
    field: labelled('Sign in with', way, note),
  };
}

function outputPart(parts) {
  parts.status = create('p', { role: 'status', className: 'try-status' });
  parts.headers = create('pre', { tabIndex: 0, role: 'region', 'aria-label': 'Headers of the response' });
  parts.body = create('pre', { tabIndex: 0, role: 'region', 'aria-label': 'Body of the response' });
  parts.output = create(
    'div',
    { className: 'try-output', hidden: true },
    parts.status,
    parts.body,
    create('details', {}, create('summary', {}, 'Headers'), parts.headers),
  );
  return parts.output;
}

function defaultAddress({ where }) {
  if (where === 'admin') return location.origin;
  return readStored(addressKey) || (endpoints[0].includes('*') ? '' : endpoints[0]);
}

function fill(operation, found) {
  const parts = {};
  parts.address = create('input', {
    type: 'url',
    required: true,
    value: defaultAddress(operation),
    placeholder: operation.where === 'admin' ? '' : endpoints[0].replace('*', 'your-tenant'),
    spellcheck: false,
  });
  parts.stop = create('button', { type: 'button', className: 'plain', hidden: true }, 'Stop');
  parts.stop.addEventListener('click', () => running?.abort());
  const close = create('button', { type: 'button', className: 'icon-button', 'aria-label': 'Close' }, '✕');
  close.addEventListener('click', () => dialog.close());
  const access = [labelled('Address', parts.address), ...(operation.needsToken ? tokenPart(operation, parts) : [])];
  const lent = found && lenderPart(found, access);
  parts.lender = lent?.lender;
  const form = create(
    'form',
    { noValidate: true },
    ...(lent ? [lent.field] : []),
    ...access,
    ...operation.parameters.filter(({ required }) => required).map(parameterField),
    ...optionalPart(operation.parameters.filter(({ required }) => !required)),
    ...(operation.body ? [bodyField(operation.body)] : []),
    create('div', { className: 'try-actions' }, create('button', { type: 'submit' }, 'Send'), parts.stop),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Hidden fields cannot be reported, so only those that are shown are checked.
    const shown = [...form.elements].filter((field) => !field.closest('[hidden]'));
    if (!shown.every((field) => field.reportValidity())) return;
    if (operation.where !== 'admin' && !parts.lender?.isChosen()) store(addressKey, parts.address.value.trim());
    send(operation, parts);
  });
  const title = create('h2', { id: 'site-try-title' }, `${operation.method} ${operation.path}`);
  dialog.replaceChildren(
    create('div', { className: 'try-head' }, title, close),
    create('p', {}, operation.summary.replaceAll('`', '')),
    ...(operation.method === 'GET' ? [] : [create('p', { className: 'try-warning' }, 'This changes real data.')]),
    form,
    outputPart(parts),
  );
}

const optionalPart = (parameters) =>
  parameters.length > 0
    ? [
        create(
          'details',
          {},
          create('summary', {}, `Optional parameters (${parameters.length})`),
          ...parameters.map(parameterField),
        ),
      ]
    : [];

async function open(id, button) {
  try {
    await load();
  } catch {
    button.textContent = 'The panel could not be loaded. Try again.';
    return;
  }
  if (!dialog) {
    dialog = create('dialog', { className: 'try-panel', 'aria-labelledby': 'site-try-title' });
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    dialog.addEventListener('close', () => running?.abort());
    document.body.append(dialog);
  }
  fill(known[id], await findConsole(known[id]));
  dialog.showModal();
}

for (const button of root?.querySelectorAll('button.try') ?? []) {
  button.hidden = false;
  button.addEventListener('click', () => open(button.dataset.operation, button));
}

/**
 * Runs inside the sandbox before the script and provides everything a script has: `fetch`, `console` and its arguments.
 * It copies what it needs later, so that a script cannot change it. The host's functions stay in this closure; a script
 * never gets a reference to them.
 */
export const guestSource = `(function (hostFetch, hostPrint, hostDeny, hostDone, hostFail, argumentText, maxResult, entryName, makesClaims) {
  'use strict';
  const { parse, stringify } = JSON;
  const { getPrototypeOf, prototype: objectPrototype, entries, freeze } = Object;
  const { isArray } = Array;
  const text = String;
  const ErrorType = Error;
  const TypeErrorType = TypeError;

  function describe(error) {
    let [name, message, stack] = ['', '', ''];
    try {
      if (error !== null && typeof error === 'object') {
        [name, message, stack] = [text(error.name ?? ''), text(error.message ?? ''), text(error.stack ?? '')];
      } else {
        message = text(error);
      }
    } catch {
      message = 'The script threw a value that cannot be displayed.';
    }
    return stringify({ name: name.slice(0, 100), message: message.slice(0, 1000), stack: stack.slice(0, 2000) });
  }

  function print(value) {
    if (typeof value === 'string') return value;
    if (value instanceof ErrorType) return text(value.name) + ': ' + text(value.message);
    try {
      return stringify(value) ?? text(value);
    } catch {
      return '[cannot be shown]';
    }
  }

  globalThis.console = {};
  for (const level of ['log', 'info', 'warn', 'error']) {
    globalThis.console[level] = (...values) => {
      let line = '';
      for (const value of values) line += (line === '' ? '' : ' ') + print(value);
      hostPrint(level, line.slice(0, 2000));
    };
  }

  class Headers {
    #pairs;
    constructor(pairs) {
      this.#pairs = pairs;
    }
    get(name) {
      const wanted = text(name).toLowerCase();
      const found = this.#pairs.filter(([one]) => one === wanted).map(([, value]) => value);
      return found.length === 0 ? null : found.join(', ');
    }
    has(name) {
      return this.get(name) !== null;
    }
    forEach(work) {
      for (const [name, value] of this.#pairs) work(value, name, this);
    }
    entries() {
      return this.#pairs.map((pair) => [...pair])[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  }

  class Response {
    #body;
    constructor({ url, status, statusText, headers, body }) {
      this.#body = body;
      this.url = url;
      this.status = status;
      this.statusText = statusText;
      this.ok = status >= 200 && status < 300;
      this.redirected = false;
      this.headers = new Headers(headers);
    }
    async text() {
      return this.#body;
    }
    async json() {
      return parse(this.#body);
    }
  }

  function pairsOf(headers) {
    if (headers === undefined || headers === null) return [];
    return isArray(headers) || headers instanceof Headers ? [...headers] : entries(headers);
  }

  globalThis.fetch = async (address, options) => {
    const { method, headers, body } = options ?? {};
    const request = { url: text(address), method: text(method ?? 'GET').toUpperCase(), headers: {} };
    for (const [name, value] of pairsOf(headers)) request.headers[text(name).toLowerCase()] = text(value);
    if (body !== undefined && body !== null) request.body = text(body);
    let answer;
    try {
      answer = await hostFetch(stringify(request));
    } catch (reason) {
      throw new TypeErrorType('fetch failed: ' + text(reason));
    }
    return new Response(parse(answer));
  };

  const api = freeze({
    denyAccess(message) {
      hostDeny(message === undefined ? '' : text(message).slice(0, 500));
      throw new ErrorType('Access is denied.');
    },
  });

  function isPlain(value) {
    if (value === null || typeof value !== 'object' || isArray(value)) return false;
    const parent = getPrototypeOf(value);
    return parent === objectPrototype || parent === null;
  }

  return {
    describe,
    async run(entry) {
      try {
        const given = parse(argumentText);
        const value = await entry(makesClaims ? { ...given, api } : given);
        if (makesClaims && !isPlain(value)) throw new TypeErrorType(entryName + ' must return a plain object.');
        const result = value === undefined ? '' : stringify(value);
        if (result === undefined) throw new TypeErrorType(entryName + ' must return JSON or nothing.');
        if (result.length > maxResult) {
          throw new RangeError(entryName + ' returned more than ' + maxResult + ' characters of JSON.');
        }
        hostDone(result);
      } catch (error) {
        hostFail(describe(error));
      }
    },
  };
})`;

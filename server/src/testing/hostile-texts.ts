const maxQuery = 15_000;
const costly = encodeURIComponent('^(((a+)+)+)+$');
const joined = (pair: (index: number) => string, max: number) => {
  let text = pair(0);
  for (let index = 1; text.length < max; index += 1) {
    text += `&${pair(index)}`;
  }
  return text;
};

/** Queries that fit into the headers of a request. */
export const hostileQueries = (names: string[]): [shape: string, query: string][] => [
  ['many filters', joined((index) => `search.name=${index}`, maxQuery)],
  ['many values', `mode=exact&${joined((index) => `search=${index}`, maxQuery)}`],
  ['many names', joined((index) => `n${index}=`, maxQuery)],
  ['an expression', `mode=posix&search=${costly}`],
  ...names.map((name): [string, string] => [`long ${name}`, `${name}=${'a,'.repeat(maxQuery / 2)}`]),
];

export const hostileForms: [shape: string, form: string][] = [
  ['many names', joined((index) => `n${index}=`, 60_000)],
  ['many values', joined((index) => `resource=${index}`, 55_000)],
  [
    'long scope',
    `client_id=demo-app&response_type=code&redirect_uri=a&grant_type=client_credentials&scope=${'a+'.repeat(25_000)}`,
  ],
  [
    'long scopes',
    `client_id=demo-app&response_type=code&redirect_uri=a&grant_type=client_credentials&scope=${Array.from({ length: 8000 }, (_, index) => `s${index}`).join('+')}`,
  ],
  ['deep claims', `client_id=demo-app&response_type=code&redirect_uri=a&claims=${'['.repeat(25_000)}`],
  ['long secret', `client_id=${'a'.repeat(25_000)}&client_secret=${'b'.repeat(25_000)}`],
  [
    'assertion',
    `client_id=demo-app&client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=${'a.'.repeat(25_000)}`,
  ],
];

const megabyte = 1024 * 1024;
const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, index]));
const lines = (first: string, line: string) =>
  Buffer.from(`${first}\n${`${line}\n`.repeat(Math.floor(megabyte / (line.length + 1)))}`);

/** Files of users. */
export const hostileFiles = (): [shape: string, file: Buffer][] => [
  ['equal columns', Buffer.from(`${'a,'.repeat(24_000)}\n`)],
  ['many columns', Buffer.from(`${','.repeat(megabyte - 2)}\n`)],
  ['many columns and lines', lines(',a'.repeat(24_000), 'a')],
  ['many columns of 199', lines(Array.from({ length: 199 }, (_, i) => `c${i}`).join(','), ','.repeat(198))],
  ['long line', Buffer.alloc(4 * megabyte, 'a')],
  ['many short lines', lines('username', 'a')],
  ['open quote', Buffer.from(`username\n"${'a\n'.repeat(500_000)}`)],
  ['quotes', Buffer.from(`username\n${'""'.repeat(500_000)}\n`)],
  ['one wide object', Buffer.from(JSON.stringify([wide]))],
  ['one wide line', Buffer.from(`${JSON.stringify(wide)}\n{}\n`)],
  ['a deep list', Buffer.from('['.repeat(megabyte))],
  ['deep objects', Buffer.from('[{"a":'.repeat(megabyte / 6))],
  ['many values', Buffer.from(`[${'1,'.repeat(megabyte / 2)}1]`)],
  ['blanks', Buffer.alloc(4 * megabyte, ' ')],
  ['line ends', Buffer.alloc(4 * megabyte, '\n')],
];

const part = (name: string, content: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const end = '--x--\r\n';
const file = (content: string, type = 'image/png', more = '') =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: ${type}\r\n${more}\r\n${content}\r\n`;
/** Forms with files; the boundary is `x`. */
export const hostileUploads = (): [shape: string, form: Buffer][] => [
  ['many parts', Buffer.from(part('a', '').repeat(200_000) + end)],
  ['many files', Buffer.from(file('a').repeat(100_000) + end)],
  ['long header', Buffer.from(file('a', 'image/png', `x-a: ${'a'.repeat(8 * megabyte)}\r\n`) + end)],
  ['many headers', Buffer.from(file('a', 'image/png', 'x-a: b\r\n'.repeat(megabyte)) + end)],
  ['almost boundaries', Buffer.from(file('\r\n--'.repeat(4 * megabyte)) + end)],
  ['dashes', Buffer.from(file('-'.repeat(16 * megabyte)) + end)],
  ['svg', Buffer.from(file(`<svg>${'<a '.repeat(4 * megabyte)}`, 'image/svg+xml') + end)],
  ['no end', Buffer.from(file('a'.repeat(16 * megabyte)))],
  [
    'large zip',
    Buffer.concat([
      Buffer.from(file('', 'application/zip').slice(0, -2)),
      Buffer.alloc(16 * megabyte, 'PK\x05\x06'),
      Buffer.from(`\r\n${end}`),
    ]),
  ],
];

import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { readForm } from './read-form.ts';

const type = 'multipart/form-data; boundary=x';
const part = (head: string, content = 'a') => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const file = 'content-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png';

test('reads what the parser of the platform reads', async () => {
  const form = new FormData();
  form.append('note', 'eins "zwei"');
  form.append('file', new File(['\r\n--almost\r\n'], 'ö"x.png', { type: 'image/png' }));
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  expect(await readForm(body, sent.headers.get('content-type') ?? '')).toEqual([
    { name: 'note', fileName: undefined, type: '', body: Buffer.from('eins "zwei"') },
    { name: 'file', fileName: 'ö"x.png', type: 'image/png', body: Buffer.from('\r\n--almost\r\n') },
  ]);
});

test('reads an empty form, an empty file and names without quotes', async () => {
  expect(await readForm(Buffer.from('--x--\r\n'), type)).toEqual([]);
  const plain = part('Content-Disposition: form-data; name=file; filename=a.png', '');
  const [only] = await readForm(Buffer.from(`${plain}--x--`), 'multipart/form-data; boundary="x"');
  expect(only).toEqual({ name: 'file', fileName: 'a.png', type: '', body: Buffer.alloc(0) });
});

test.each([
  ['without a boundary', part(file), 'multipart/form-data'],
  ['with another boundary', part(file), 'multipart/form-data; boundary=y'],
  ['that does not end', part(file), type],
  ['with a part without a name', `${part('content-type: image/png')}--x--`, type],
  ['with endless headers', `${part(`${file}\r\n${'x: y\r\n'.repeat(2000)}`)}--x--`, type],
  ['with many parts', `${part(file).repeat(21)}--x--`, type],
  ['with nothing in it', '', type],
])('refuses a form %s', async (_, body, contentType) => {
  await expect(readForm(Buffer.from(body), contentType)).rejects.toThrow(AppError);
});

import { expect, test } from 'vitest';
import { renderMail, renderSms } from './render-message.ts';

const notice = { subject: 'Changed', text: 'Your password was changed to {{code}}.' };
const message = {
  to: 'a@example.com',
  type: 'Generic',
  payload: { notice, code: '123456' },
  brand: { name: 'Acme' },
} as const;

test('renders a notice with its own text, regardless of templates', async () => {
  const template = { subject: 'Your code', content: 'It is {{code}}.' };
  const mail = await renderMail(async () => template, message, template);
  expect(mail).toMatchObject({ subject: notice.subject, contentType: 'text/html' });
  for (const body of [mail.content, mail.text]) {
    expect(body).toContain(notice.text);
    expect(body).not.toContain('It is');
    expect(body).not.toContain('123456');
  }
  expect(await renderSms(message, 'It is {{code}}.')).toBe(notice.text);
});

test('rejects header injection in a notice', async () => {
  const payload = { notice: { subject: 'x\r\nBcc: b@example.com', text: '' } };
  await expect(renderMail(undefined, { ...message, payload })).rejects.toThrow();
});

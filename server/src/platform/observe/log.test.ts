import { expect, test } from 'vitest';
import { AppError } from '#platform/http/errors';
import { createLog } from './log.ts';

function logged(fields: object) {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, 'x');
  return JSON.parse(lines[0] ?? '{}');
}

test('an error has its code as the reason and a message without placeholders', () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(logged({ err: lost }).err).toMatchObject({ reason: 'ECONNREFUSED', message: 'connect ECONNREFUSED' });
  const failure = new AppError('connector.general', { values: { errorDescription: 'No answer.' } });
  expect(logged({ err: failure }).err).toMatchObject({
    reason: 'connector.general',
    message: 'The connector failed. No answer.',
  });
});

test('codes, tokens and passwords are not logged', () => {
  const secrets = { code: '123456', password: 'pw', query: { code: 'abc', id_token: 't' } };
  expect(JSON.stringify(logged(secrets))).not.toMatch(/123456|"pw"|abc|"t"/);
});

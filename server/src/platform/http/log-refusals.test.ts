import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { createRefusalLog } from './log-refusals.ts';

test('a flood of refused requests writes at most 20 lines a second, and the next line has the number of others', () => {
  let time = 0;
  const logRefusal = createRefusalLog(() => time);
  const info = vi.fn();
  const request = { method: 'GET', ip: '192.0.2.1', callerId: '', routeOptions: {}, log: { info } };
  const refuse = () => logRefusal(request as unknown as FastifyRequest, {} as ServerResponse, 403);
  for (let count = 0; count < 1000; count += 1) {
    refuse();
  }
  expect(info).toHaveBeenCalledTimes(20);
  time = 1000;
  refuse();
  refuse();
  expect(info.mock.calls.slice(20).map(([fields]) => fields.omitted)).toEqual([980, undefined]);
});

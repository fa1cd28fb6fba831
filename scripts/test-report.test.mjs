import { expect, test } from 'vitest';
import {
  failedBrowserTests,
  failedScreens,
  failedUnitTests,
  judgeScreens,
  judgeSecondRun,
  slowest,
} from './test-report.mjs';

const spec = (id, status, duration = 1000) => ({
  id,
  title: `does ${id}`,
  file: 'a.spec.ts',
  line: 3,
  tests: [{ status, results: [{ duration }] }],
});
const report = (...specs) => ({
  suites: [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: specs.slice(0, 1),
      suites: [{ title: 'inner', specs: specs.slice(1) }],
    },
  ],
});

test('a browser test that fails once and passes alone is flaky; one that fails twice has failed', () => {
  const first = report(spec('one', 'expected'), spec('two', 'unexpected'), spec('three', 'unexpected'));
  const second = report(spec('two', 'expected'), spec('three', 'unexpected'));
  const { flaky, failed } = judgeSecondRun(first, second);
  expect(flaky.map(({ name }) => name)).toEqual(['a.spec.ts › inner › does two']);
  expect(failed.map(({ id }) => id)).toEqual(['three']);
});

test('failed tests stay failed if the second run has no report', () => {
  const first = report(spec('one', 'unexpected'));
  expect(judgeSecondRun(first, undefined)).toMatchObject({ flaky: [], failed: [{ id: 'one' }] });
  expect(failedBrowserTests(undefined)).toEqual([]);
});

test('sorts by slowest first, across both runners', () => {
  const unit = { testResults: [{ name: '/root/server/x.test.ts', startTime: 0, endTime: 5000 }] };
  const browser = report(spec('one', 'expected', 9000), spec('two', 'expected', 100));
  expect(slowest(unit, browser, '/root', 2)).toEqual([
    { name: 'a.spec.ts › does one', seconds: 9 },
    { name: 'server/x.test.ts', seconds: 5 },
  ]);
});

test('lists failed unit tests, and files that failed outside of their tests', () => {
  const failed = { status: 'failed', fullName: 'adds', failureMessages: ['Error: one is not two\n    at x.test.ts:3'] };
  const testResults = [
    { name: '/root/x.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'ends' }] },
    { name: '/root/y.test.ts', status: 'failed', message: 'no such module\nat …', assertionResults: [] },
    { name: '/root/z.test.ts', status: 'passed', message: '', assertionResults: [] },
  ];
  expect(failedUnitTests({ testResults }, '/root')).toEqual([
    { file: 'x.test.ts', name: 'x.test.ts › adds', reason: 'Error: one is not two' },
    { file: 'y.test.ts', name: 'y.test.ts', reason: 'no such module' },
  ]);
  expect(failedUnitTests(undefined, '/root')).toEqual([]);
});

test('tests of screens that pass in a second run are flaky, and other unit tests have one run', () => {
  const result = (file, ...tests) => ({
    name: `/root/${file}`,
    status: tests.every(([, status]) => status === 'passed') ? 'passed' : 'failed',
    message: '',
    assertionResults: tests.map(([fullName, status]) => ({ fullName, status, failureMessages: ['Error'] })),
  });
  const broken = { name: '/root/b/screens.test.tsx', status: 'failed', message: 'no page', assertionResults: [] };
  const first = {
    testResults: [
      result('a/screens.test.tsx', ['one', 'failed'], ['two', 'failed'], ['three', 'passed']),
      result('a/rules.test.ts', ['one', 'failed']),
      broken,
    ],
  };
  const second = {
    testResults: [
      result('a/screens.test.tsx', ['one', 'passed'], ['two', 'failed']),
      result('a/rules.test.ts', ['one', 'passed']),
      result('b/screens.test.tsx', ['one', 'passed']),
    ],
  };
  expect(failedScreens(first, '/root')).toEqual(['a/screens.test.tsx', 'b/screens.test.tsx']);
  expect(judgeScreens(first, second, '/root')).toMatchObject({
    flaky: [{ name: 'a/screens.test.tsx › one' }, { name: 'b/screens.test.tsx' }],
    failed: [{ name: 'a/screens.test.tsx › two' }, { name: 'a/rules.test.ts › one' }],
  });
  expect(judgeScreens(first, undefined, '/root')).toMatchObject({ flaky: [], failed: { length: 4 } });
});

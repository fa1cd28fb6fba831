// Combines the reports of both test runners.

/** All tests of a Playwright report, with their suites. */
export function browserTests(report) {
  const visit = (suite, titles) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        id: spec.id,
        name: [...titles, spec.title].join(' › '),
        place: `${spec.file}:${spec.line}`,
        status: test.status,
        seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => visit(inner, [...titles, inner.title])),
  ];
  return (report?.suites ?? []).flatMap((file) => visit(file, [file.file ?? file.title]));
}

const isFailed = ({ status }) => status === 'unexpected' || status === 'flaky';

export const failedBrowserTests = (report) => browserTests(report).filter(isFailed);

/**
 * Sorts failed browser tests by their result in a second run, alone. A test that is missing in the second run counts as
 * failed.
 */
export function judgeSecondRun(firstReport, secondReport) {
  const second = new Map(browserTests(secondReport).map((test) => [test.id, test]));
  const failed = failedBrowserTests(firstReport);
  const passesNow = ({ id }) => second.get(id)?.status === 'expected';
  return { flaky: failed.filter(passesNow), failed: failed.filter((test) => !passesNow(test)) };
}

/** Failed unit tests with their file and the first line of their message. */
export const failedUnitTests = (report, root) =>
  (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file, name: file, reason: firstLine(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: `${file} › ${fullName}`,
      reason: firstLine(failureMessages[0]),
    }));
  });

const isScreen = ({ file }) => file.endsWith('screens.test.tsx');

/** Files of failed tests of screens, which may run once more, as other browser tests. */
export const failedScreens = (report, root) => [
  ...new Set(
    failedUnitTests(report, root)
      .filter(isScreen)
      .map(({ file }) => file),
  ),
];

/** Sorts failed unit tests: those of screens that pass in a second run, and the others. */
export function judgeScreens(firstReport, secondReport, root) {
  const passed = new Set(
    (secondReport?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
      const file = name.replace(`${root}/`, '');
      const tests = assertionResults.filter((test) => test.status === 'passed');
      return [...(status === 'passed' ? [file] : []), ...tests.map(({ fullName }) => `${file} › ${fullName}`)];
    }),
  );
  const failed = failedUnitTests(firstReport, root);
  const passesNow = (test) => isScreen(test) && passed.has(test.name);
  return {
    flaky: failed.filter(passesNow).map(({ file, name }) => ({ name, place: file })),
    failed: failed.filter((test) => !passesNow(test)),
  };
}

const firstLine = (text = '') => text.split('\n', 1)[0];

const unitFiles = (report, root) =>
  (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: name.replace(`${root}/`, ''),
    seconds: (endTime - startTime) / 1000,
  }));

/** The slowest test files and browser tests, the slowest first. */
export const slowest = (unit, browser, root, count = 20) =>
  [...unitFiles(unit, root), ...browserTests(browser)]
    .sort((one, two) => two.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => ({ name, seconds }));

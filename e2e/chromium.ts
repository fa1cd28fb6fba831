/** The Chromium of the tests. `npm test` finds or installs it. */
export const chromiumPath = () => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Another process would only receive the frames and draw them in software. It costs a twentieth of the CPU time.
  '--in-process-gpu',
  // Pages live for seconds: compiling their code twice more costs a tenth of the browser's CPU time.
  '--js-flags=--no-opt --no-maglev',
];

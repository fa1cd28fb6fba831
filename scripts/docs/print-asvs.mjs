// Prints docs/asvs.md from docs/asvs.json: node scripts/asvs.mjs

const chapters = {
  1: 'Encoding and sanitization',
  2: 'Validation and business logic',
  3: 'Web frontend security',
  4: 'API and web service',
  5: 'File handling',
  6: 'Authentication',
  7: 'Session management',
  8: 'Authorization',
  9: 'Self-contained tokens',
  10: 'OAuth and OpenID Connect',
  11: 'Cryptography',
  12: 'Secure communication',
  13: 'Configuration',
  14: 'Data protection',
  15: 'Secure coding and architecture',
  16: 'Security logging and error handling',
  17: 'WebRTC',
};

export const states = {
  met: ['met', 'The requirement holds, and the named tests fail if it does not.'],
  design: ['by design', 'It holds because of how the product is built. No single test proves it.'],
  documented: ['documented', 'It asks for documentation, which is linked.'],
  partly: ['partly', 'It holds in part; the note says where it does not.'],
  operator: ['operator', 'It depends on how the server is installed.'],
  open: ['open', 'It does not hold.'],
  notApplicable: ['does not apply', 'The product has no such part.'],
};

const escapeCell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

const printTest = ({ file, title }) => `${escapeCell(title)} (\`${file}\`)`;

function printRow({ id, level, requirement, state, tests = [], note }) {
  const proof = [...(note ? [note] : []), ...tests.map(printTest)].join(' · ');
  return `| ${id} | ${level} | ${escapeCell(requirement)} | ${states[state][0]} | ${proof} |`;
}

export function printAsvs(rows) {
  const countOf = (state) => rows.filter((row) => row.state === state).length;
  const parts = Object.entries(chapters).map(([number, title]) => {
    const own = rows.filter(({ id }) => id.startsWith(`${number}.`));
    return [
      `## V${number} ${title}`,
      '',
      '| No. | Level | Requirement | State | Proof or reason |',
      '|---|---|---|---|---|',
      ...own.map(printRow),
      '',
    ].join('\n');
  });
  return `# ASVS

The requirements of levels 1 and 2 of the [OWASP Application Security Verification
Standard](https://owasp.org/www-project-application-security-verification-standard/) 5.0.0 (CC BY-SA 4.0), in our words,
with the tests that prove them. This is our own check, not a certification. Read the standard for the exact
wording. This page is printed from \`docs/asvs.json\` by \`node scripts/asvs.mjs\`, and a test checks that every named test
exists.

| State | Requirements | Means |
|---|---|---|
${Object.entries(states)
  .map(([state, [name, meaning]]) => `| ${name} | ${countOf(state)} | ${meaning} |`)
  .join('\n')}

${parts.join('\n')}`;
}

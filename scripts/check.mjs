// `npm run check`: format, lint, types, import rules, dead code, database types.
import { checks, runAll } from './steps.mjs';

const results = await runAll(checks);
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1;

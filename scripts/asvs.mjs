// Writes docs/asvs.md from docs/asvs.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printAsvs } from './docs/print-asvs.mjs';
import { root } from './runtime.mjs';

const rows = JSON.parse(readFileSync(join(root, 'docs', 'asvs.json'), 'utf8'));
writeFileSync(join(root, 'docs', 'asvs.md'), printAsvs(rows));

import type { Plugin } from 'vite';

export function splitContracts(root: string): Plugin;

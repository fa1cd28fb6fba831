export { acceptUpgrade, createProxyServer } from './server.ts';

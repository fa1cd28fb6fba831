import { afterEach, expect, test, vi } from 'vitest';
import { lastUsedMethod, rememberMethod } from './last-used.ts';

function useStorage(stored: Record<string, string> = {}) {
  const localStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  };
  vi.stubGlobal('window', { localStorage });
  return stored;
}

afterEach(() => vi.unstubAllGlobals());

test.each(['password', 'code', 'social:google'] as const)('stores only the method %s', (method) => {
  const stored = useStorage();
  expect(lastUsedMethod({})).toBeUndefined();
  rememberMethod(method);
  expect(Object.values(stored)).toEqual([method]);
  expect(lastUsedMethod({})).toBe(method);
});

test('marks nothing in the preview or for invalid stored values', () => {
  useStorage({ 'postern:last-used': 'code' });
  expect(lastUsedMethod({ previewOrigin: 'https://console.example' })).toBeUndefined();
  useStorage({ 'postern:last-used': '{"method":"code"}' });
  expect(lastUsedMethod({})).toBeUndefined();
});

test('marks nothing in a browser without storage', () => {
  vi.stubGlobal('window', {});
  expect(() => rememberMethod('code')).not.toThrow();
  expect(lastUsedMethod({})).toBeUndefined();
});

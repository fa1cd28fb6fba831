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

test.each(['password', 'code', 'social:google'] as const)('%s is remembered, and nothing beside it', (method) => {
  const stored = useStorage();
  expect(lastUsedMethod({})).toBeUndefined();
  rememberMethod(method);
  expect(Object.values(stored)).toEqual([method]);
  expect(lastUsedMethod({})).toBe(method);
});

test('the preview marks nothing, and neither does text that is not ours', () => {
  useStorage({ 'postern:last-used': 'code' });
  expect(lastUsedMethod({ previewOrigin: 'https://console.example' })).toBeUndefined();
  useStorage({ 'postern:last-used': '{"method":"code"}' });
  expect(lastUsedMethod({})).toBeUndefined();
});

test('a browser without storage marks nothing', () => {
  vi.stubGlobal('window', {});
  expect(() => rememberMethod('code')).not.toThrow();
  expect(lastUsedMethod({})).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { fromTheEnd, linkHeader, readPage } from './paging.ts';

describe('reads the page of a request', () => {
  test.each([
    [{}, { page: 1, size: 20, limit: 20, offset: 0 }],
    [{ page: '3' }, { page: 3, size: 20, limit: 20, offset: 40 }],
    [{ page_size: '100' }, { page: 1, size: 100, limit: 100, offset: 0 }],
    [
      { page: '2', page_size: '7' },
      { page: 2, size: 7, limit: 7, offset: 7 },
    ],
    [{ page: '007' }, { page: 7, size: 20, limit: 20, offset: 120 }],
  ])('%j', (query, expected) => expect(readPage('always', query)).toEqual(expected));

  test('is undefined if optional and not requested, and set if either parameter is given', () => {
    expect(readPage('optional', {})).toBeUndefined();
    expect(readPage('optional', { page: '1' })).toMatchObject({ size: 20 });
    expect(readPage('optional', { page_size: '5' })).toMatchObject({ page: 1, size: 5 });
  });

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: '' },
    { page: ' 1' },
    { page: '1e3' },
    { page: '0x10' },
    { page: '9999999999' },
    { page: ['1', '2'] },
    { page_size: '0' },
    { page_size: '101' },
    { page_size: 'all' },
  ])('rejects %j', (query) =>
    expect(() => readPage('always', query)).toThrow(expect.objectContaining({ code: 'guard.invalid_pagination' })),
  );
});

describe('links (RFC 8288)', () => {
  const linksOf = (
    page: number,
    size: number,
    total: number,
    url = 'https://x.test/api/users?search=%25a%25&page=1',
  ) => {
    const header = linkHeader(url, { page, size, limit: size, offset: 0 }, total);
    return Object.fromEntries(
      header.split(', ').map((link) => {
        const [, address = '', rel = ''] = /^<(.+)>; rel="(\w+)"$/.exec(link) ?? [];
        return [rel, new URL(address).searchParams.get('page')];
      }),
    );
  };

  test.each([
    [1, 100, { first: '1', next: '2', last: '10' }],
    [5, 100, { first: '1', prev: '4', next: '6', last: '10' }],
    [10, 100, { first: '1', prev: '9', last: '10' }],
    [1, 0, { first: '1', last: '1' }],
    [1, 10, { first: '1', last: '1' }],
    [2, 11, { first: '1', prev: '1', last: '2' }],
    [99, 20, { first: '1', prev: '2', last: '2' }],
  ])('page %i of %i rows', (page, total, expected) => expect(linksOf(page, 10, total)).toEqual(expected));

  test('a capped total has no next and no last page', () => {
    const links = (page: number) =>
      linkHeader('https://x.test/api/logs', { page, size: 10, limit: 10, offset: 0 }, 100, true).match(
        /page=\d+|rel="\w+"/g,
      );
    expect(links(1)).toEqual(['page=1', 'rel="first"']);
    expect(links(30)).toEqual(['page=1', 'rel="first"', 'page=29', 'rel="prev"']);
  });

  test('keeps the other query parameters', () => {
    const header = linkHeader('https://x.test/api/users?search=%25a%25', { page: 1, size: 5, limit: 5, offset: 0 }, 6);
    expect(header).toContain('<https://x.test/api/users?search=%25a%25&page=2&page_size=5>; rel="next"');
  });

  test.each([
    ['/api/users', '/api/users?page=2&page_size=5'],
    ['/api/users?page=1&page_size=5&q=x', '/api/users?page=2&page_size=5&q=x'],
    ['/api/users?page=1&page=7', '/api/users?page=2&page_size=5'],
    ['/api/users?my-page=1&q=%26page%3D1&page=1', '/api/users?my-page=1&q=%26page%3D1&page=2&page_size=5'],
    ['/api/users?q=?page=1&page=1', '/api/users?q=%3Fpage%3D1&page=2&page_size=5'],
    ['/api/a&page=1&b?page=1', '/api/a&page=1&b?page=2&page_size=5'],
    ['/api/users?page=1#&page=1', '/api/users?page=2&page_size=5#&page=1'],
  ])('changes only the page of %s', (path, next) => {
    const header = linkHeader(`https://x.test${path}`, { page: 1, size: 5, limit: 5, offset: 0 }, 6);
    expect(header).toContain(`<https://x.test${next}>; rel="next"`);
  });
});

test('reads the second half of a list from its end', () => {
  const all = Array.from({ length: 23 }, (_, index) => index);
  for (const size of [1, 5, 20, 100]) {
    for (let number = 1; number <= 24; number += 1) {
      const page = { page: number, size, limit: size, offset: (number - 1) * size };
      const end = fromTheEnd(page, all.length);
      const backwards =
        end &&
        all
          .toReversed()
          .slice(end.offset, end.offset + end.limit)
          .reverse();
      expect(backwards ?? all.slice(page.offset, page.offset + size)).toEqual(
        all.slice(page.offset, page.offset + size),
      );
      expect(end !== undefined).toBe(page.offset > 11.5 && page.offset < 23);
    }
  }
});

import { expect, test } from 'vitest';
import { createRewriter, singularOf } from './words.ts';

test.each([
  ['badges', 'badge'],
  ['policies', 'policy'],
  ['addresses', 'address'],
  ['mailboxes', 'mailbox'],
  ['statuses', 'status'],
  ['data', undefined],
  ['status', undefined],
])('the singular of %s is %s', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

test('replaces every spelling of the sample word', () => {
  const rewrite = createRewriter({ plural: 'data-sets', singular: 'data-set' });
  expect(rewrite('paper-clips paper_clips paperClips PaperClips paper clips Paper clips')).toBe(
    'data-sets data_sets dataSets DataSets data sets Data sets',
  );
  expect(rewrite('paper-clip paper_clip paperClip PaperClip paper clip Paper clip')).toBe(
    'data-set data_set dataSet DataSet data set Data set',
  );
});

import { expect, test } from 'vitest';
import { createPlace, entriesOf, fill } from './place.ts';

const tabs = createPlace<string>('tabs');
const cards = createPlace<number>('cards');

test('a place contains the entries of all features, in their order', () => {
  const features = [{ fills: [fill(tabs, 'settings', 'roles'), fill(cards, 1)] }, {}, { fills: [fill(tabs, 'logs')] }];
  expect(entriesOf(features, tabs)).toEqual(['settings', 'roles', 'logs']);
  expect(entriesOf(features, cards)).toEqual([1]);
});

test('two places with the same name are separate', () => {
  expect(entriesOf([{ fills: [fill(tabs, 'settings')] }], createPlace<string>('tabs'))).toEqual([]);
});

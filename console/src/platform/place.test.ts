import { expect, test } from 'vitest';
import { createPlace, entriesOf, fill } from './place.ts';

const tabs = createPlace<string>('tabs');
const cards = createPlace<number>('cards');

test('a place holds what the features put into it, in their order', () => {
  const features = [{ fills: [fill(tabs, 'settings', 'roles'), fill(cards, 1)] }, {}, { fills: [fill(tabs, 'logs')] }];
  expect(entriesOf(features, tabs)).toEqual(['settings', 'roles', 'logs']);
  expect(entriesOf(features, cards)).toEqual([1]);
});

test('two places of the same name are two places', () => {
  expect(entriesOf([{ fills: [fill(tabs, 'settings')] }], createPlace<string>('tabs'))).toEqual([]);
});

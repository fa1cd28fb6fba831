import { webhookEvents } from '@postern/contracts/records/webhooks';
import { expect, test } from 'vitest';
import { eventGroups, eventsIn, eventsOf } from './event-groups.ts';

test('every event is in exactly one group', () => {
  expect(eventGroups.flatMap(eventsIn).toSorted()).toEqual([...webhookEvents].toSorted());
  expect(eventsIn('Interaction')).toEqual([
    'PostRegister',
    'PostSignIn',
    'PostResetPassword',
    'PostSignInAdaptiveMfaTriggered',
  ]);
});

test('a webhook of an older client has its single event', () => {
  expect(eventsOf({ event: 'PostSignIn', events: [] })).toEqual(['PostSignIn']);
  expect(eventsOf({ event: 'PostSignIn', events: ['User.Created'] })).toEqual(['User.Created']);
});

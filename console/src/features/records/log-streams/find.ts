import { logStreamsApi } from '@postern/contracts/records/log-streams';
import { IconListDetails } from '@tabler/icons-react';
import { logStreamsPath } from '#paths/log-streams.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';
import { addressOf } from './address.ts';

/** Finds log streams for the palette by name, address or id. */
export const findLogStreams: Find = async (text, tenantId) => {
  const streams = await readList(logStreamsApi.list, {}, tenantId);
  return namedLike(streams, text, (stream) => [stream.name, addressOf(stream)]).map((stream) => ({
    id: stream.id,
    label: stream.name,
    note: text === stream.id ? stream.id : addressOf(stream),
    icon: IconListDetails,
    to: logStreamsPath,
  }));
};

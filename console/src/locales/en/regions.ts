export const regions = {
  away: {
    title: 'The region {{region}} cannot be reached',
    body: 'The data of {{tenant}} lies there, and nobody answers right now. Nothing is lost.',
    wait: 'This page comes back by itself as soon as it can. Your tenants in other regions are not affected.',
    still: 'Still no answer. This page comes back by itself as soon as it can.',
  },
} as const;

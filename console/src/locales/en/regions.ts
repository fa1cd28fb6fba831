export const regions = {
  away: {
    title: 'The region {{region}} cannot be reached',
    body: 'The data of {{tenant}} is in this region, which is not responding. No data is lost.',
    wait: 'This page reloads automatically when the region is available. Your tenants in other regions are not affected.',
    still: 'Still no response. This page reloads automatically when the region is available.',
  },
} as const;

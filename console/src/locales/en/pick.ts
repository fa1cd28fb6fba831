export const pick = {
  all: 'All of {{group}}',
  of: '{{chosen}} of {{total}}',
  selected_one: '{{number}} selected',
  selected_other: '{{number}} selected',
  none: 'Selected items appear here.',
  clear: 'Clear',
  first: 'The first {{shown}} of {{total}} are shown. Search to find others.',
} as const;

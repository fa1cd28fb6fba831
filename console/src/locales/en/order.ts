export const order = {
  move: 'Move {{name}}',
  hint: 'Drag, or use the arrow keys',
  moved: '{{name}} is now number {{position}} of {{count}}.',
} as const;

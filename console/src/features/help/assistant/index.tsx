import { IconSparkles } from '@tabler/icons-react';
import type { Feature } from '#platform/feature.ts';
import { AskButton, AssistantHost } from './ask-button.tsx';
import { openAssistant } from './open.ts';

/** Answers questions from the documentation. */
export const assistant: Feature = {
  phrases: ['assistant', 'contact'],
  helpItem: AskButton,
  background: AssistantHost,
  commands: [
    {
      id: 'ask',
      icon: IconSparkles,
      label: (t) => t('shell.ask'),
      run: openAssistant,
    },
  ],
  find: {
    group: (t) => t('shell.docs'),
    load: async () => (await import('./find-passages.ts')).findPassages,
    isLast: true,
  },
};

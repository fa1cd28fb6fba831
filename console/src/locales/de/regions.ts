import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'Die Region {{region}} ist nicht erreichbar',
    body: 'Dort liegen die Daten von {{tenant}}, und gerade antwortet niemand. Es ist nichts verloren.',
    wait: 'Diese Seite kommt von selbst zurück, sobald es geht. Ihre Mandanten in anderen Regionen sind nicht betroffen.',
    still: 'Noch immer keine Antwort. Diese Seite kommt von selbst zurück, sobald es geht.',
  },
};

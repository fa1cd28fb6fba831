import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'La région {{region}} est injoignable',
    body: 'Les données de {{tenant}} se trouvent dans cette région, qui ne répond pas. Aucune donnée n’est perdue.',
    wait: 'Cette page se recharge automatiquement quand la région est disponible. Vos tenants dans d’autres régions ne sont pas touchés.',
    still: 'Toujours pas de réponse. Cette page se recharge automatiquement quand la région est disponible.',
  },
};

import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'Não é possível ligar à região {{region}}',
    body: 'Os dados de {{tenant}} estão nesta região, que não responde. Não se perdeu nenhum dado.',
    wait: 'Esta página será recarregada automaticamente quando a região estiver disponível. Os seus inquilinos noutras regiões não são afetados.',
    still: 'Continua sem resposta. Esta página será recarregada automaticamente quando a região estiver disponível.',
  },
};

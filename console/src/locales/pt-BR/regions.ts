import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'Não é possível conectar à região {{region}}',
    body: 'Os dados de {{tenant}} estão nesta região, que não responde. Nenhum dado foi perdido.',
    wait: 'Esta página será recarregada sozinha quando a região estiver disponível. Seus locatários em outras regiões não são afetados.',
    still: 'Ainda sem resposta. Esta página será recarregada sozinha quando a região estiver disponível.',
  },
};

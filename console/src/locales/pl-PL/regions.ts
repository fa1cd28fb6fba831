import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'Region {{region}} jest nieosiągalny',
    body: 'Dane tenanta {{tenant}} znajdują się w tym regionie, który nie odpowiada. Żadne dane nie zostały utracone.',
    wait: 'Strona odświeży się sama, gdy region będzie dostępny. Twoje tenanty w innych regionach działają normalnie.',
    still: 'Nadal brak odpowiedzi. Strona odświeży się sama, gdy region będzie dostępny.',
  },
};

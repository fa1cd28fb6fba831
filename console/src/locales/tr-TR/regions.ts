import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: '{{region}} bölgesine ulaşılamıyor',
    body: '{{tenant}} verileri, yanıt vermeyen bu bölgede bulunuyor. Hiçbir veri kaybolmadı.',
    wait: 'Bölge kullanılabilir olduğunda bu sayfa kendiliğinden yenilenir. Diğer bölgelerdeki kiracılarınız etkilenmez.',
    still: 'Hâlâ yanıt yok. Bölge kullanılabilir olduğunda bu sayfa kendiliğinden yenilenir.',
  },
};

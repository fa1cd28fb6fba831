import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro: 'Postern hakkında soru sorun. Yanıtlar bu sürümün belgelerine dayanır ve ilgili bölümlere bağlantı içerir.',
  introPassages:
    'Postern hakkında soru sorun. Bir dil modeli yapılandırılmadığı için belgelerin eşleşen bölümlerini alırsınız.',
  examplesLabel: 'Örnekler',
  examples: {
    connect: 'Tek sayfalı bir uygulamayı nasıl bağlarım?',
    roles: 'Rollerle kuruluş rolleri arasındaki fark nedir?',
    factors: 'İkinci faktörü nasıl zorunlu kılarım?',
  },
  conversation: 'Konuşma',
  question: 'Soru',
  placeholder: 'Nasıl …',
  send: 'Sor',
  stop: 'Durdur',
  clear: 'Konuşmayı temizle',
  copy: 'Konuşmayı kopyala',
  help: 'Yardım al',
  ways: {
    docs: 'Yardım sayfası',
    chat: 'Topluluk sohbeti',
    issues: 'Sorun takibi',
    email: 'İletişim',
  },
  running: 'Belgelerde aranıyor …',
  stopped: 'Durduruldu.',
  failed: 'Şu anda yanıt yok. Bu bölümler yardımcı olabilir; daha sonra yeniden sorun.',
  nothing: 'Belgelerde eşleşen bir şey yok. Başka sözcükler kullanın veya yukarıdaki düğmeyle yardım alın.',
  sources: 'Belgelerden',
  code: 'Kod',
  disclaimer: 'Yanıtları bir dil modeli yazar; hatalı olabilirler. Gizli bilgi girmeyin.',
  disclaimerPassages: 'Sorunuz bu sunucudan çıkmaz.',
};

import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'リージョン {{region}} に接続できません',
    body: '「{{tenant}}」のデータがあるこのリージョンが応答していません。データは失われていません。',
    wait: 'リージョンが使えるようになると、このページは自動的に再読み込みされます。他のリージョンのテナントに影響はありません。',
    still: 'まだ応答がありません。リージョンが使えるようになると、このページは自動的に再読み込みされます。',
  },
};

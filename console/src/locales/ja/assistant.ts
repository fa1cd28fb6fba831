import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Postern について質問できます。回答はこのバージョンのドキュメントをもとに作成され、該当箇所へのリンクが付きます。',
  introPassages: 'Postern について質問できます。言語モデルが設定されていないため、ドキュメントの該当箇所を表示します。',
  examplesLabel: '例',
  examples: {
    connect: 'シングルページアプリを接続するには？',
    roles: 'ロールと組織ロールの違いは？',
    factors: '2 段階目の認証を必須にするには？',
  },
  conversation: '会話',
  question: '質問',
  placeholder: '質問を入力 …',
  send: '質問する',
  stop: '停止',
  clear: '会話を消去',
  copy: '会話をコピー',
  help: 'サポートを受ける',
  ways: { docs: 'ヘルプページ', chat: 'コミュニティチャット', issues: 'Issue トラッカー', email: 'お問い合わせ' },
  running: 'ドキュメントを検索しています …',
  stopped: '停止しました。',
  failed: '現在、回答できません。次の箇所が参考になるかもしれません。後でもう一度質問してください。',
  nothing: 'ドキュメントに該当する内容がありません。別の言葉で質問するか、上のボタンからサポートを受けてください。',
  sources: 'ドキュメントより',
  code: 'コード',
  disclaimer: '回答は言語モデルが作成するため、誤りが含まれることがあります。機密情報は入力しないでください。',
  disclaimerPassages: '質問はこのサーバーの外に送信されません。',
};

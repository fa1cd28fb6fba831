import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'auth.example.com のような独自のドメインでログインできるようにします。',
  title: 'ドメイン',
  help: 'このドメインで届いたリクエストでは、ログインページ、リンク、トークンにこのドメインが使われます。既定のドメインも引き続き使えます。',
  add: 'ドメインを追加',
  added: 'ドメインを追加しました',
  addHelp: '追加した後、表示される DNS レコードをドメインの事業者で作成してください。',
  domain: 'ドメイン',
  none: 'カスタムドメインはまだありません。',
  deleted: 'ドメインを削除しました',
  deleteWhat: '{{name}} を削除',
  deleteTitle: '{{name}} を削除しますか？',
  deleteBody:
    'ドメインはすぐに使えなくなります。このドメインをエンドポイントとして使うアプリケーションではログインできなくなり、このドメインで作成したパスキーも使えなくなります。',
  records: '{{name}} の DNS レコード',
  columns: { type: '種類', name: '名前', value: '値' },
  copyName: '名前をコピー',
  copyValue: '値をコピー',
  lastCheck: '最後の確認: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'DNS 待ち',
      help: 'このレコードをドメインの事業者で作成してください。すべての場所に反映されるまで数時間かかることがあります。',
    },
    PendingSsl: {
      name: '証明書待ち',
      help: 'DNS レコードは正しく設定されています。証明書を発行しています。',
    },
    Active: {
      name: '有効',
      help: 'このドメインでログインできます。レコードは残してください。レコードがないと、ドメインは使えなくなります。',
    },
    Error: {
      name: '動作していません',
      help: 'このドメインは使えません。レコードを修正すると、自動的に有効に戻ります。',
    },
  },
  default: {
    title: '既定のドメイン',
    help: 'カスタムドメインがあっても、常に使えます。',
    endpoint: 'エンドポイント',
  },
  shown: 'ドメイン',
  shownHelp: '以下のアドレスは、このドメインのものです。',
  howTo: 'カスタムドメインのしくみ',
};

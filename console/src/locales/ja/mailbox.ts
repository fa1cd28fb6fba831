import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'コネクターが設定されていないために送信されなかったメッセージです。本番環境以外でだけ使えます。メッセージは 1 日間保存されます。',
  emptyTitle: 'メッセージがまだありません',
  emptyBody:
    'アプリケーションで、コードを使ってログイン、新規登録、またはパスワードの再設定をしてください。コネクターを設定するまでは、数秒以内にメッセージがここに表示されます。',
  toConnectors: 'コネクターを設定',
  show: 'メッセージを表示',
  hide: 'メッセージを隠す',
  content: '{{recipient}} 宛てのメッセージ',
  copyCode: 'コードをコピー',
  copyLink: 'リンクをコピー',
  openLink: 'リンクを開く',
  clear: 'メールボックスを空にする',
  clearTitle: 'メールボックスを空にしますか？',
  clearBody: 'すべてのメッセージが削除されます。含まれているコードは、期限が切れるまで有効です。',
  cleared: 'メールボックスを空にしました',
};

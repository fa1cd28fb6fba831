import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'トークンと Cookie に署名するキーです。定期的に、また漏えいの可能性がある場合はすぐにローテーションしてください。',
  rotate: 'ローテーション',
  rotated: 'キーをローテーションしました',
  deleted: 'キーを削除しました',
  deleteWhat: 'キー {{id}} を削除',
  copyId: 'キー ID をコピー',
  copyFingerprint: 'フィンガープリントをコピー',
  columns: {
    id: 'キー ID',
    status: '状態',
    algorithm: 'アルゴリズム',
    fingerprint: 'SHA-256 フィンガープリント',
    created: '作成日時',
  },
  statuses: { Next: '次', Replaced: '置き換え済み', Current: '現在', Previous: '以前' },
  signs: '{{when}}に署名を開始',
  replaced: '未使用',
  companion: 'と {{algorithm}}',
  copyCompanionFingerprint: '{{algorithm}} キーのフィンガープリントをコピー',
  'private-keys': {
    title: '秘密鍵',
    help: 'ID トークンとアクセストークンに署名します。各キーには、もう一方のアルゴリズムを使うアプリケーション用のキーが付属します。新しいキーは、アプリケーションが先に取得できるように、署名を始める前に公開されます。',
    rotate: '秘密鍵をローテーション',
    deleteBodies: {
      Next: 'このキーはまだ何にも署名していません。現在のキーは引き続き使われます。',
      Replaced: 'このキーは何にも署名していません。次のキーに影響はありません。',
      Current: 'このキーで署名したトークンは無効になります。代わりに、残りのうち最も新しいキーが署名します。',
      Previous: 'このキーで署名したトークンは、期限内でも無効になります。',
    },
  },
  'cookie-keys': {
    title: 'Cookie キー',
    help: 'ログインページの Cookie に署名します。以前のキーで署名した Cookie も有効なため、ユーザーはログインしたままです。',
    rotate: 'Cookie キーをローテーション',
    rotateBody:
      '新しい Cookie は新しいキーで署名されます。現在のキーで署名した Cookie は引き続き有効です。それより古いキーで署名した Cookie を持つユーザーは、もう一度ログインする必要があります。',
    deleteBodies: {
      Next: 'このキーはまだ何にも署名していません。',
      Replaced: 'このキーは何にも署名していません。',
      Current: 'このキーで署名したセッションを持つユーザーは、もう一度ログインする必要があります。',
      Previous: 'ローテーション後に再訪していないユーザーは、もう一度ログインする必要があります。',
    },
  },
  deleteTitles: {
    Next: '次のキーを削除しますか？',
    Replaced: '置き換え済みのキーを削除しますか？',
    Current: '現在のキーを削除しますか？',
    Previous: '以前のキーを削除しますか？',
  },
  rotateHelp: '新しいキーが現在のキーに置き換わります。現在のキーで署名したトークンは引き続き有効です。',
  algorithms: {
    EC: { name: 'EC', help: 'ES256。トークンが短く、署名が高速です。推奨。' },
    RSA: { name: 'RSA', help: 'RS256、4096 ビット。RSA だけに対応する API 用です。' },
  },
  start: '署名の開始',
  starts: {
    later: { name: '{{grace}}後', help: 'キーは今すぐ公開されるため、アプリケーションが取得する時間があります。' },
    now: { name: '今すぐ', help: '現在のキーが漏えいした可能性がある場合に使います。' },
  },
  nowTitle: '一部のアプリケーションが、しばらく新しいトークンを拒否する可能性があります',
  nowBody:
    'アプリケーションは、キーの一覧を最長 {{age}}（それ以上の場合もあります）キャッシュします。再び取得するまで、新しいキーで署名したトークンを拒否します。漏えいしたキーのトークンを無効にするには、その後でそのキーを削除してください。',
  replacesTitle: '次のキーがすでにあります',
  replacesBody: 'そのキーはまだ何にも署名していません。新しいキーに置き換わり、使われることはありません。',
};

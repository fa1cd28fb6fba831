import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'アカウントセンター',
  help: '組み込みのアカウントページ、またはアカウント API を使うアプリケーションで、許可した範囲のアカウント情報をユーザー自身が閲覧・変更できるようにします。',
  enabled: 'アカウント API を有効にする',
  enabledHelp:
    'オフにすると、アカウント API は使えません。オフにして保存すると、以下の項目はすべて「オフ」になります。',
  pages: 'アカウントページ',
  access: { Off: 'オフ', Edit: '編集可', ReadOnly: '閲覧のみ' },
  accessOf: 'アクセス: {{field}}',
  security: { title: 'アカウントのセキュリティ', help: 'これらを変更する前に、本人確認が必要です。' },
  identifiers: '識別子',
  authentication: '認証',
  profile: {
    title: 'ユーザープロフィール',
    help: '個人情報と、アプリケーションがユーザーについて保存するデータです。',
  },
  fields: {
    email: 'メールアドレス',
    phone: '電話番号',
    social: 'ソーシャルアカウント',
    password: 'パスワード',
    mfa: '2 段階目の認証方法',
    username: 'ユーザー名',
    name: '名前',
    avatar: '画像',
    profile: 'プロフィール',
    customData: 'カスタムデータ',
  },
  hints: {
    profile: 'ニックネーム、生年月日、住所などの標準項目です。',
    customData: 'カスタムプロフィール項目の値と、アプリケーションが保存するデータです。',
  },
  missing: {
    email: 'メールを送信できるようになるまで、新しいメールアドレスを確認できません。',
    phone: 'SMS を送信できるようになるまで、新しい電話番号を確認できません。',
    socialTitle: 'ソーシャルコネクターがまだありません',
    social: 'アカウントを連携するには、ソーシャルコネクターが必要です。',
    setUpSocial: 'ソーシャルコネクターを設定',
    mfaTitle: '多要素認証がオフになっています',
    mfa: 'ユーザーが設定できる 2 段階目の認証方法がありません。',
  },
  origins: {
    label: 'パスキーの関連オリジン',
    help: '同じパスキーを使えるほかのサイトです。例: https://shop.example.com',
    invalid: 'https://shop.example.com のように、パスのないオリジンを入力してください。',
    duplicate: 'このオリジンはすでにリストにあります。',
    tooMany: 'オリジンは 50 件以下にしてください。',
  },
  leaving: {
    title: 'データの持ち出しと削除',
    help: 'ユーザーは自分のデータをいつでも持ち出せます。アカウントの削除を許可するかどうかは、ここで決めます。',
    deleteAccount: '自分のアカウントの削除を許可する',
    deleteAccountHelp:
      '先に本人確認が行われます。アカウントとそのセッション、トークンはすぐに削除され、元に戻せません。',
  },
  vault: {
    title: 'シークレット保管庫',
    help: 'プロバイダーのトークンを保存するコネクターです。アプリケーションはユーザーの代わりにプロバイダーを呼び出せます。',
    none: 'トークンを保存するコネクターはありません。ソーシャルコネクターの設定で、トークンの保存をオンにしてください。',
    open: 'ソーシャルコネクター',
    list: 'トークンを保存するコネクター',
    columns: { connector: 'コネクター', target: 'プロバイダー名' },
  },
};

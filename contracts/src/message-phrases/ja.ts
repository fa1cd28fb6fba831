import type { MessageWords } from './en.ts';

export const ja: MessageWords = {
  purposes: {
    SignIn: {
      title: '{{app}}にログイン',
      code: '{{code}} は{{app}}のログイン用コードです',
      action: 'ログイン',
    },
    Register: {
      title: '{{app}}のアカウントを作成',
      code: '{{code}} は{{app}}のアカウント作成用コードです',
      action: 'アカウントを作成',
    },
    ForgotPassword: {
      title: '{{app}}の新しいパスワードを設定',
      code: '{{code}} は{{app}}のパスワード再設定用コードです',
      action: '新しいパスワードを設定',
    },
    OrganizationInvitation: {
      title: '{{app}}に招待されています',
      code: '{{code}} は{{app}}への招待を承諾するためのコードです',
      action: '招待を承諾',
    },
    Generic: {
      title: '{{app}}でのご本人確認',
      code: '{{code}} は{{app}}の確認用コードです',
      action: '確認する',
    },
    UserPermissionValidation: {
      title: '{{app}}のアカウントの変更を確認',
      code: '{{code}} は{{app}}のアカウントの変更を確認するコードです',
      action: '変更を確認',
    },
    BindNewIdentifier: {
      title: '{{app}}で使うメールアドレスを確認',
      code: '{{code}} は{{app}}のメールアドレス確認用コードです',
      action: 'メールアドレスを確認',
    },
    BindNewPhone: {
      title: '{{app}}で使う電話番号を確認',
      code: '{{code}} は{{app}}の電話番号確認用コードです',
      action: '電話番号を確認',
    },
    MfaVerification: {
      title: '{{app}}へのログインを完了',
      code: '{{code}} は{{app}}へのログインを完了するためのコードです',
      action: 'ログインを完了',
    },
    BindMfa: {
      title: '{{app}}の 2 段階認証を設定',
      code: '{{code}} は{{app}}の 2 段階認証を設定するためのコードです',
      action: '設定する',
    },
  },
  code: {
    lead: 'コードの入力を求める画面に、このコードを入力してください。有効期間は {{minutes}} 分です。',
    orLink: '次のリンクから進むこともできます。手続きを始めたブラウザーで開いてください。',
  },
  link: {
    lead: '次のリンクから続行してください。',
    copy: 'ボタンが使えない場合は、次のリンクをブラウザーで開いてください。',
  },
  ignore: 'お心当たりがない場合は、このメッセージを無視してください。ほかの人には転送しないでください。',
  notices: {
    changed: '{{app}}のアカウントが変更されました',
    deleted: '{{app}}のアカウントが削除されました',
    exported: '{{app}}のデータが書き出されました',
    what: {
      password: 'アカウントのパスワードが変更されました。',
      email: 'アカウントのメールアドレスが変更されました。',
      phone: 'アカウントの電話番号が変更されました。',
      identities: 'アカウントの連携アカウントが変更されました。',
      mfa: 'アカウントの 2 段階認証が変更されました。',
      export: 'アカウントの全データのコピーがダウンロードされました。',
      deletion: 'アカウント画面での申請に基づき、アカウントとそのすべての内容が削除されました。',
    },
    warning: 'お心当たりがない場合は、すぐにアプリの運営者にご連絡ください。',
    undo: 'お心当たりがない場合は、{{hours}} 時間以内に変更を取り消してください。',
    undoAction: '変更を取り消す',
  },
  newDevice: {
    title: '{{app}} のアカウントへの新しいログイン',
    what: 'これまで使われていないデバイスで、アカウントへのログインがありました：{{device}}、{{time}}、ネットワークアドレス {{ip}}。',
    advice:
      'ご自身によるものであれば、このメッセージは無視してください。そうでない場合は、{{days}} 日以内にそのデバイスをログアウトさせてください：',
    action: '自分ではありません',
    unknown: '不明なデバイス',
  },
  signInRequest: {
    title: '{{app}} へのログインを承認してください',
    lead: 'あなたのアカウントで {{app}} へのログインが始められました。ご自身の場合は、このページを開いて {{minutes}} 分以内に承認してください。そうでない場合は、そこで拒否してください。',
    action: 'リクエストを表示',
  },
  invitation: {
    subject: '{{product}}の「{{tenant}}」への招待',
    lead: '{{inviter}} さんが、{{product}}の「{{tenant}}」にあなたを招待しています。',
    accept: '招待を承諾',
    until: 'この招待の有効期限は {{expiresAt}} です。',
    ignore:
      '招待した人に心当たりがない場合は、このメッセージを無視してください。リンクはメールアドレスの所有を証明するものです。ほかの人に渡さないでください。',
  },
};

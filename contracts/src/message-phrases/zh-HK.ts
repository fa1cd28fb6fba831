import type { MessageWords } from './en.ts';

export const zhHk: MessageWords = {
  purposes: {
    SignIn: {
      title: '登入 {{app}}',
      code: '{{code}} 是您登入 {{app}} 的驗證碼',
      action: '登入',
    },
    Register: {
      title: '建立您的 {{app}} 帳戶',
      code: '{{code}} 是您建立 {{app}} 帳戶的驗證碼',
      action: '建立帳戶',
    },
    ForgotPassword: {
      title: '為 {{app}} 設定新密碼',
      code: '{{code}} 是您在 {{app}} 設定新密碼的驗證碼',
      action: '設定新密碼',
    },
    OrganizationInvitation: {
      title: '您獲邀加入 {{app}}',
      code: '{{code}} 是您接受 {{app}} 邀請的驗證碼',
      action: '接受邀請',
    },
    Generic: {
      title: '在 {{app}} 確認您的身份',
      code: '{{code}} 是您的 {{app}} 驗證碼',
      action: '確認',
    },
    UserPermissionValidation: {
      title: '確認更改您的 {{app}} 帳戶',
      code: '{{code}} 是您確認更改 {{app}} 帳戶的驗證碼',
      action: '確認更改',
    },
    BindNewIdentifier: {
      title: '為 {{app}} 確認您的電郵地址',
      code: '{{code}} 是您在 {{app}} 確認電郵地址的驗證碼',
      action: '確認電郵地址',
    },
    BindNewPhone: {
      title: '為 {{app}} 確認您的電話號碼',
      code: '{{code}} 是您在 {{app}} 確認電話號碼的驗證碼',
      action: '確認電話號碼',
    },
    MfaVerification: {
      title: '完成登入 {{app}}',
      code: '{{code}} 是您完成登入 {{app}} 的驗證碼',
      action: '完成登入',
    },
    BindMfa: {
      title: '為 {{app}} 設定兩步驗證',
      code: '{{code}} 是您在 {{app}} 設定兩步驗證的驗證碼',
      action: '設定',
    },
  },
  code: {
    lead: '請在要求輸入驗證碼的頁面輸入此驗證碼。有效時間為 {{minutes}} 分鐘。',
    orLink: '您亦可使用此連結繼續，最好在您開始操作的瀏覽器中開啟。',
  },
  link: {
    lead: '請使用此連結繼續。',
    copy: '如按鈕無法使用，請在瀏覽器中開啟此連結：',
  },
  ignore: '如果這不是您本人的要求，請不用理會此訊息。切勿轉發給任何人。',
  notices: {
    changed: '您的 {{app}} 帳戶已被更改',
    deleted: '您的 {{app}} 帳戶已被刪除',
    exported: '您在 {{app}} 的資料已被匯出',
    what: {
      password: '您帳戶的密碼已被更改。',
      email: '您帳戶的電郵地址已被更改。',
      phone: '您帳戶的電話號碼已被更改。',
      identities: '您帳戶已連結的帳戶已被更改。',
      mfa: '您帳戶的兩步驗證已被更改。',
      export: '您帳戶的全部資料副本已被下載。',
      deletion: '按照帳戶頁面上的要求，您的帳戶及其所有內容已被刪除。',
    },
    warning: '如果不是您本人所為，請立即聯絡應用程式的營運者。',
    undo: '如果不是您本人所為，請在 {{hours}} 小時內撤銷更改：',
    undoAction: '撤銷更改',
  },
  newDevice: {
    title: '您在 {{app}} 的帳戶有新的登入',
    what: '有人使用以前未用過的裝置登入了您的帳戶：{{device}}，{{time}}，網絡地址 {{ip}}。',
    advice: '如果是您本人，請忽略此訊息。否則請在 {{days}} 天內將該裝置登出：',
    action: '不是我',
    unknown: '未知裝置',
  },
  signInRequest: {
    title: '批准登入 {{app}}',
    lead: '有人使用您的帳戶發起了 {{app}} 的登入。如果是您本人，請開啟此頁面並在 {{minutes}} 分鐘內批准。否則請在那裏拒絕：',
    action: '查看要求',
  },
  invitation: {
    subject: '邀請您加入 {{product}} 上的 {{tenant}}',
    lead: '{{inviter}} 邀請您加入 {{product}} 上的「{{tenant}}」。',
    accept: '接受邀請',
    until: '邀請有效期至 {{expiresAt}}。',
    ignore: '如果您不認識邀請人，請不用理會此訊息。切勿轉發該連結：它用作證明您的電郵地址。',
  },
};

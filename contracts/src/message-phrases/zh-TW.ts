import type { MessageWords } from './en.ts';

export const zhTw: MessageWords = {
  purposes: {
    SignIn: {
      title: '登入 {{app}}',
      code: '{{code}} 是您登入 {{app}} 的驗證碼',
      action: '登入',
    },
    Register: {
      title: '建立您的 {{app}} 帳號',
      code: '{{code}} 是您建立 {{app}} 帳號的驗證碼',
      action: '建立帳號',
    },
    ForgotPassword: {
      title: '為 {{app}} 設定新密碼',
      code: '{{code}} 是您在 {{app}} 設定新密碼的驗證碼',
      action: '設定新密碼',
    },
    OrganizationInvitation: {
      title: '您受邀加入 {{app}}',
      code: '{{code}} 是您接受 {{app}} 邀請的驗證碼',
      action: '接受邀請',
    },
    Generic: {
      title: '在 {{app}} 確認您的身分',
      code: '{{code}} 是您的 {{app}} 驗證碼',
      action: '確認',
    },
    UserPermissionValidation: {
      title: '確認變更您的 {{app}} 帳號',
      code: '{{code}} 是您確認變更 {{app}} 帳號的驗證碼',
      action: '確認變更',
    },
    BindNewIdentifier: {
      title: '為 {{app}} 確認您的電子郵件地址',
      code: '{{code}} 是您在 {{app}} 確認電子郵件地址的驗證碼',
      action: '確認電子郵件地址',
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
      title: '為 {{app}} 設定兩步驟驗證',
      code: '{{code}} 是您在 {{app}} 設定兩步驟驗證的驗證碼',
      action: '設定',
    },
  },
  code: {
    lead: '請在要求輸入驗證碼的頁面輸入此驗證碼。有效時間為 {{minutes}} 分鐘。',
    orLink: '您也可以使用此連結繼續，最好在您開始操作的瀏覽器中開啟。',
  },
  link: {
    lead: '請使用此連結繼續。',
    copy: '如果按鈕無法使用，請在瀏覽器中開啟此連結：',
  },
  ignore: '如果這不是您本人的要求，請忽略此訊息。請勿轉寄給任何人。',
  notices: {
    changed: '您的 {{app}} 帳號已變更',
    deleted: '您的 {{app}} 帳號已刪除',
    exported: '您在 {{app}} 的資料已匯出',
    what: {
      password: '您帳號的密碼已變更。',
      email: '您帳號的電子郵件地址已變更。',
      phone: '您帳號的電話號碼已變更。',
      identities: '您帳號連結的帳號已變更。',
      mfa: '您帳號的兩步驟驗證已變更。',
      export: '您帳號的全部資料副本已下載。',
      deletion: '依照帳號頁面上的要求，您的帳號及其所有內容已刪除。',
    },
    warning: '如果不是您本人所為，請立即聯絡應用程式的營運者。',
    undo: '如果不是您本人所為，請在 {{hours}} 小時內復原變更：',
    undoAction: '復原變更',
  },
  newDevice: {
    title: '您在 {{app}} 的帳號有新的登入',
    what: '有人使用以前未用過的裝置登入了您的帳號：{{device}}，{{time}}，網路位址 {{ip}}。',
    advice: '如果是您本人，請忽略此訊息。否則請在 {{days}} 天內將該裝置登出：',
    action: '不是我',
    unknown: '未知裝置',
  },
  signInRequest: {
    title: '核准登入 {{app}}',
    lead: '有人使用您的帳號發起了 {{app}} 的登入。如果是您本人，請開啟此頁面並在 {{minutes}} 分鐘內核准。否則請在那裡拒絕：',
    action: '查看要求',
  },
  invitation: {
    subject: '邀請您加入 {{product}} 上的 {{tenant}}',
    lead: '{{inviter}} 邀請您加入 {{product}} 上的「{{tenant}}」。',
    accept: '接受邀請',
    until: '邀請有效期限至 {{expiresAt}}。',
    ignore: '如果您不認識邀請人，請忽略此訊息。請勿轉寄該連結：它用於證明您的電子郵件地址。',
  },
};

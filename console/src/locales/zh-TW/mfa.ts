import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: '第一種登入方式之後的第二步，使被盜的密碼不足以登入。',
  factors: {
    title: '驗證方式',
    help: '使用者可設定為第二步的方式。登入頁面依此順序列出。',
    names: {
      WebAuthn: '密碼金鑰',
      Totp: '驗證器應用程式',
      PhoneVerificationCode: '簡訊驗證碼',
      EmailVerificationCode: '電子郵件驗證碼',
      BackupCode: '備用驗證碼',
    },
    about: {
      WebAuthn: '指紋、臉部、螢幕鎖定或安全金鑰。可防範網路釣魚。',
      Totp: 'Google Authenticator 或 1Password 等應用程式顯示的一次性驗證碼。',
      PhoneVerificationCode: '傳送到帳號電話號碼的驗證碼。它不如應用程式或密碼金鑰安全，因此請同時提供其中一種。',
      EmailVerificationCode: '傳送到帳號電子郵件地址的驗證碼。',
      BackupCode: '十個驗證碼，供其他方式無法使用時使用。每個驗證碼只能使用一次。',
    },
    clash: {
      email: '無法使用，因為使用者使用電子郵件驗證碼登入。',
      phone: '無法使用，因為使用者使用簡訊驗證碼登入。',
    },
    openMethods: '變更登入方式',
  },
  problems: {
    alone: '備用驗證碼需要配合另一種方式。請至少再開啟一種。',
    email: '使用者使用電子郵件驗證碼登入，因此它不能作為第二步驟驗證。請關閉「電子郵件驗證碼」。',
    phone: '使用者使用簡訊驗證碼登入，因此它不能作為第二步驟驗證。請關閉「簡訊驗證碼」。',
  },
  policy: {
    title: '原則',
    help: '何時請使用者設定驗證方式。已設定的使用者每次登入都會被要求驗證，受信任的裝置除外。',
    noFactors: '請先開啟一種驗證方式，再選擇原則。',
    require: '要求第二步驟驗證',
    requireOn: '沒有設定的使用者必須先設定，才能完成登入或註冊。',
    requireOff: '關閉時，使用者無需第二步驟驗證即可登入。',
    prompt: '提示設定驗證方式',
    prompts: {
      PromptAtSignInAndSignUp: '登入和註冊時',
      PromptOnlyAtSignIn: '僅登入時',
      NoPrompt: '不提示',
    },
    promptHelp: {
      PromptAtSignInAndSignUp: '沒有設定的使用者在註冊或登入時會收到設定提示。可以略過。',
      PromptOnlyAtSignIn: '沒有設定的使用者在登入時會收到設定提示，但建立帳號時不會。可以略過。',
      NoPrompt: '登入頁面不提示設定。使用者可以在帳號中心自行設定。',
    },
    organizations: '要求第二步驟驗證的組織的成員',
    organizationPolicies: { NoPrompt: '依照上述原則', Mandatory: '必須設定才能登入' },
    organizationsHelp: {
      NoPrompt: '成員無需設定也能登入，但無法取得此類組織的權杖。',
      Mandatory: '至少屬於一個此類組織的成員不能略過設定。',
      All: '所有使用者都需要第二步驟驗證，組織成員也不例外。',
    },
  },
  trusted: {
    title: '受信任的裝置',
    help: '完成第二步驟驗證後，使用者可以選擇在該瀏覽器中一段時間內不再詢問。',
    enabled: '允許信任裝置',
    enabledHelp:
      '應用程式、組織和有風險的登入若要求第二步驟驗證，仍會詢問。設定新密碼、重設驗證方式或在所有地方登出會結束信任。',
    noFactors: '開啟一種驗證方式後生效。',
    days: '多久後再次詢問',
    daysHelp: '縮短的時間也適用於已受信任的裝置。',
    unit: '天',
    daysWrong: '請使用 1 到 {{max}} 的整數。',
  },
  passkeys: {
    title: '密碼金鑰登入',
    help: '僅用密碼金鑰登入，無需密碼或驗證碼。它也算作第二步驟驗證。',
    enabled: '允許使用密碼金鑰登入',
    enabledHelp: '使用者使用密碼或驗證碼登入後，會收到建立密碼金鑰的提示。',
    button: '在登入頁面顯示按鈕',
    buttonHelp: '使用者選擇「使用密碼金鑰登入」，無需輸入登入識別資訊。',
    autofill: '在登入識別資訊欄位中建議密碼金鑰',
    autofillHelp: '支援此功能的瀏覽器會像列出已儲存的密碼一樣列出密碼金鑰。',
  },
};

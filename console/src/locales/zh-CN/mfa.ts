import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: '第一种登录方式之后的第二步，使被盗的密码不足以登录。',
  factors: {
    title: '验证方式',
    help: '用户可设置为第二步的方式。登录页面按此顺序列出。',
    names: {
      WebAuthn: '通行密钥',
      Totp: '身份验证器应用',
      PhoneVerificationCode: '短信验证码',
      EmailVerificationCode: '邮件验证码',
      BackupCode: '备用验证码',
    },
    about: {
      WebAuthn: '指纹、面容、屏幕锁定或安全密钥。可防范网络钓鱼。',
      Totp: 'Google Authenticator 或 1Password 等应用显示的一次性验证码。',
      PhoneVerificationCode: '发送到账号手机号码的验证码。它不如应用或通行密钥安全，因此请同时提供其中一种。',
      EmailVerificationCode: '发送到账号邮箱地址的验证码。',
      BackupCode: '十个验证码，供其他方式不可用时使用。每个验证码只能使用一次。',
    },
    clash: {
      email: '不可用，因为用户使用邮件验证码登录。',
      phone: '不可用，因为用户使用短信验证码登录。',
    },
    openMethods: '更改登录方式',
  },
  problems: {
    alone: '备用验证码需要配合另一种方式。请至少再开启一种。',
    email: '用户使用邮件验证码登录，因此它不能作为第二步验证。请关闭“邮件验证码”。',
    phone: '用户使用短信验证码登录，因此它不能作为第二步验证。请关闭“短信验证码”。',
  },
  policy: {
    title: '策略',
    help: '何时请用户设置验证方式。已设置的用户每次登录都会被要求验证，受信任的设备除外。',
    noFactors: '请先开启一种验证方式，再选择策略。',
    require: '要求第二步验证',
    requireOn: '没有设置的用户必须先设置，才能完成登录或注册。',
    requireOff: '关闭时，用户无需第二步验证即可登录。',
    prompt: '提示设置验证方式',
    prompts: {
      PromptAtSignInAndSignUp: '登录和注册时',
      PromptOnlyAtSignIn: '仅登录时',
      NoPrompt: '不提示',
    },
    promptHelp: {
      PromptAtSignInAndSignUp: '没有设置的用户在注册或登录时会收到设置提示。可以跳过。',
      PromptOnlyAtSignIn: '没有设置的用户在登录时会收到设置提示，但创建账号时不会。可以跳过。',
      NoPrompt: '登录页面不提示设置。用户可以在账号中心自行设置。',
    },
    organizations: '要求第二步验证的组织的成员',
    organizationPolicies: { NoPrompt: '遵循上述策略', Mandatory: '必须设置才能登录' },
    organizationsHelp: {
      NoPrompt: '成员无需设置也能登录，但无法获得此类组织的令牌。',
      Mandatory: '至少属于一个此类组织的成员不能跳过设置。',
      All: '所有用户都需要第二步验证，组织成员也不例外。',
    },
  },
  trusted: {
    title: '受信任的设备',
    help: '完成第二步验证后，用户可以选择在该浏览器中一段时间内不再询问。',
    enabled: '允许信任设备',
    enabledHelp:
      '应用、组织和有风险的登录若要求第二步验证，仍会询问。设置新密码、重置验证方式或退出所有地方的登录会结束信任。',
    noFactors: '开启一种验证方式后生效。',
    days: '多久后再次询问',
    daysHelp: '缩短的时间也适用于已受信任的设备。',
    unit: '天',
    daysWrong: '请使用 1 到 {{max}} 的整数。',
  },
  passkeys: {
    title: '通行密钥登录',
    help: '仅用通行密钥登录，无需密码或验证码。它也算作第二步验证。',
    enabled: '允许使用通行密钥登录',
    enabledHelp: '用户使用密码或验证码登录后，会收到创建通行密钥的提示。',
    button: '在登录页面显示按钮',
    buttonHelp: '用户选择“使用通行密钥登录”，无需输入登录标识。',
    autofill: '在登录标识字段中建议通行密钥',
    autofillHelp: '支持此功能的浏览器会像列出已保存的密码一样列出通行密钥。',
  },
};

import type { MessageWords } from './en.ts';

export const zhCn: MessageWords = {
  purposes: {
    SignIn: {
      title: '登录 {{app}}',
      code: '{{code}} 是您登录 {{app}} 的验证码',
      action: '登录',
    },
    Register: {
      title: '创建您的 {{app}} 账号',
      code: '{{code}} 是您创建 {{app}} 账号的验证码',
      action: '创建账号',
    },
    ForgotPassword: {
      title: '为 {{app}} 设置新密码',
      code: '{{code}} 是您在 {{app}} 设置新密码的验证码',
      action: '设置新密码',
    },
    OrganizationInvitation: {
      title: '您收到了加入 {{app}} 的邀请',
      code: '{{code}} 是您接受 {{app}} 邀请的验证码',
      action: '接受邀请',
    },
    Generic: {
      title: '在 {{app}} 确认您的身份',
      code: '{{code}} 是您的 {{app}} 验证码',
      action: '确认',
    },
    UserPermissionValidation: {
      title: '确认更改您的 {{app}} 账号',
      code: '{{code}} 是您确认更改 {{app}} 账号的验证码',
      action: '确认更改',
    },
    BindNewIdentifier: {
      title: '为 {{app}} 确认您的邮箱地址',
      code: '{{code}} 是您在 {{app}} 确认邮箱地址的验证码',
      action: '确认邮箱地址',
    },
    BindNewPhone: {
      title: '为 {{app}} 确认您的手机号码',
      code: '{{code}} 是您在 {{app}} 确认手机号码的验证码',
      action: '确认手机号码',
    },
    MfaVerification: {
      title: '完成登录 {{app}}',
      code: '{{code}} 是您完成登录 {{app}} 的验证码',
      action: '完成登录',
    },
    BindMfa: {
      title: '为 {{app}} 设置两步验证',
      code: '{{code}} 是您在 {{app}} 设置两步验证的验证码',
      action: '设置',
    },
  },
  code: {
    lead: '请在要求输入验证码的页面中输入此验证码。有效期为 {{minutes}} 分钟。',
    orLink: '您也可以使用此链接继续，最好在您开始操作的浏览器中打开。',
  },
  link: {
    lead: '请使用此链接继续。',
    copy: '如果按钮无法使用，请在浏览器中打开此链接：',
  },
  ignore: '如果这不是您本人的请求，请忽略此消息。请勿将其转发给任何人。',
  notices: {
    changed: '您的 {{app}} 账号已被更改',
    deleted: '您的 {{app}} 账号已被删除',
    exported: '您在 {{app}} 的数据已被导出',
    what: {
      password: '您账号的密码已被更改。',
      email: '您账号的邮箱地址已被更改。',
      phone: '您账号的手机号码已被更改。',
      identities: '您账号关联的账号已被更改。',
      mfa: '您账号的两步验证已被更改。',
      export: '您账号的全部数据副本已被下载。',
      deletion: '根据账号页面上的请求，您的账号及其全部内容已被删除。',
    },
    warning: '如果不是您本人操作，请立即联系应用的运营方。',
    undo: '如果不是您本人操作，请在 {{hours}} 小时内撤销更改：',
    undoAction: '撤销更改',
  },
  newDevice: {
    title: '您在 {{app}} 的账号有新的登录',
    what: '有人使用以前未用过的设备登录了您的账号：{{device}}，{{time}}，网络地址 {{ip}}。',
    advice: '如果是您本人，请忽略此消息。否则请在 {{days}} 天内让该设备退出登录：',
    action: '不是我',
    unknown: '未知设备',
  },
  signInRequest: {
    title: '批准登录 {{app}}',
    lead: '有人使用您的账号发起了 {{app}} 的登录。如果是您本人，请打开此页面并在 {{minutes}} 分钟内批准。否则请在那里拒绝：',
    action: '查看请求',
  },
  invitation: {
    subject: '邀请您加入 {{product}} 上的 {{tenant}}',
    lead: '{{inviter}} 邀请您加入 {{product}} 上的“{{tenant}}”。',
    accept: '接受邀请',
    until: '邀请有效期至 {{expiresAt}}。',
    ignore: '如果您不认识邀请人，请忽略此消息。请勿转发该链接：它用于证明您的邮箱地址。',
  },
};

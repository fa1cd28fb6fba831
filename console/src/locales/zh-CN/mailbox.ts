import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose: '因未设置连接器而没有发出的消息。仅在非生产环境中可用。消息保存一天。',
  emptyTitle: '还没有消息',
  emptyBody: '请在您的应用中用验证码登录、注册或重置密码。在设置连接器之前，消息会在几秒内显示在这里。',
  toConnectors: '设置连接器',
  show: '显示消息',
  hide: '隐藏消息',
  content: '发给 {{recipient}} 的消息',
  copyCode: '复制验证码',
  copyLink: '复制链接',
  openLink: '打开链接',
  clear: '清空收件箱',
  clearTitle: '要清空收件箱吗？',
  clearBody: '所有消息都会被删除。其中的验证码在到期前仍然有效。',
  cleared: '收件箱已清空',
};

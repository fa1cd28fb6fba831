import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: '可以登录此控制台的人员及其角色。',
  help: '此列表的每次更改都会记录在审计日志中。',
  roles: { admin: '管理员', reader: '只读' },
  roleHelp: { admin: '可以查看和更改所有内容，包括此列表', reader: '可以查看除密钥以外的所有内容，但不能更改' },
  roleNote: '该人员会被退出登录，需要重新登录。',
  invite: '邀请管理员',
  inviteHelp: '您会得到一个链接，有效期为 72 小时，只能使用一次。',
  createLink: '创建链接',
  link: '邀请链接',
  linkSent: '链接也已发送到 {{email}}。',
  linkNotSent: '请将此链接发送给 {{email}}。系统没有发送邮件。',
  once: '链接只在此时显示。拥有链接的任何人都可以创建该账户。',
  invitationsHelp: '为新管理员创建的链接。',
  remove: '移除',
  removeBody: '该账户会被删除，并立即失去访问权限。其发出的邀请会被撤销。',
  removeSelf: '您的账户会被删除，并退出登录。您需要新的邀请才能返回。',
  removed: '管理员已移除',
};

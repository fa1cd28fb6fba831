import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: '前往控制台',
  others: '您的其他租户',
  removed: {
    title: '您已不再是 {{tenant}} 的成员',
    by: '{{by}} 已将您从此租户中移除。',
    body: '运营者已将您从此租户中移除。',
  },
  deleted: {
    title: '{{tenant}} 已被删除',
    by: '{{by}} 删除了此租户。',
    body: '运营者删除了此租户。',
  },
  role: {
    admin: '您现在是 {{tenant}} 的管理员。',
    adminBy: '{{by}} 将您设为 {{tenant}} 的管理员。',
    billing: '你现在管理 {{tenant}} 的计费。',
    billingBy: '{{by}} 让你管理 {{tenant}} 的计费。',
    collaborator: '您现在是 {{tenant}} 的协作者。',
    collaboratorBy: '{{by}} 将您设为 {{tenant}} 的协作者。',
    other: '您在 {{tenant}} 中的角色现为“{{role}}”。',
    otherBy: '{{by}} 将您在 {{tenant}} 中的角色改为“{{role}}”。',
  },
  suspended: '运营者停用了 {{tenant}}。',
  suspendedBecause: '运营者停用了 {{tenant}}。原因：{{reason}}',
  resumed: '{{tenant}} 已恢复使用。',
  account: {
    title: '您的账号已被停用',
    by: '{{by}} 停用了您的账号。您已退出登录。',
    body: '运营者停用了您的账号。您已退出登录。',
    other: '使用其他账号登录',
  },
};

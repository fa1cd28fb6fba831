import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: '前往控制台',
  others: '您的其他租戶',
  removed: {
    title: '您已不再是 {{tenant}} 的成員',
    by: '{{by}} 已將您從此租戶中移除。',
    body: '營運者已將您從此租戶中移除。',
  },
  deleted: {
    title: '{{tenant}} 已被刪除',
    by: '{{by}} 刪除了此租戶。',
    body: '營運者刪除了此租戶。',
  },
  role: {
    admin: '您現在是 {{tenant}} 的管理員。',
    adminBy: '{{by}} 將您設為 {{tenant}} 的管理員。',
    billing: '您現在管理 {{tenant}} 的計費。',
    billingBy: '{{by}} 讓您管理 {{tenant}} 的計費。',
    collaborator: '您現在是 {{tenant}} 的協作者。',
    collaboratorBy: '{{by}} 將您設為 {{tenant}} 的協作者。',
    other: '您在 {{tenant}} 中的角色現為「{{role}}」。',
    otherBy: '{{by}} 將您在 {{tenant}} 中的角色改為「{{role}}」。',
  },
  suspended: '營運者停用了 {{tenant}}。',
  suspendedBecause: '營運者停用了 {{tenant}}。原因：{{reason}}',
  resumed: '{{tenant}} 已恢復使用。',
  account: {
    title: '您的帳戶已被停用',
    by: '{{by}} 停用了您的帳戶。您已登出。',
    body: '營運者停用了您的帳戶。您已登出。',
    other: '使用其他帳戶登入',
  },
};

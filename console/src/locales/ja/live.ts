import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'コンソールに移動',
  others: 'ほかのテナント',
  removed: {
    title: '「{{tenant}}」のメンバーではなくなりました',
    by: '{{by}} さんがあなたをこのテナントから外しました。',
    body: 'オペレーターがあなたをこのテナントから外しました。',
  },
  deleted: {
    title: '「{{tenant}}」は削除されました',
    by: '{{by}} さんがこのテナントを削除しました。',
    body: 'オペレーターがこのテナントを削除しました。',
  },
  role: {
    admin: '「{{tenant}}」の管理者になりました。',
    adminBy: '{{by}} さんがあなたを「{{tenant}}」の管理者にしました。',
    billing: '{{tenant}} の請求を管理できるようになりました。',
    billingBy: '{{by}} さんがあなたを {{tenant}} の請求担当にしました。',
    collaborator: '「{{tenant}}」のコラボレーターになりました。',
    collaboratorBy: '{{by}} さんがあなたを「{{tenant}}」のコラボレーターにしました。',
    other: '「{{tenant}}」でのロールが「{{role}}」になりました。',
    otherBy: '{{by}} さんが「{{tenant}}」でのあなたのロールを「{{role}}」に変更しました。',
  },
  suspended: 'オペレーターが「{{tenant}}」を停止しました。',
  suspendedBecause: 'オペレーターが「{{tenant}}」を停止しました。理由: {{reason}}',
  resumed: '「{{tenant}}」は再開されました。',
  account: {
    title: 'アカウントは停止されています',
    by: '{{by}} さんがあなたのアカウントを停止しました。ログアウトされました。',
    body: 'オペレーターがあなたのアカウントを停止しました。ログアウトされました。',
    other: '別のアカウントでログイン',
  },
};

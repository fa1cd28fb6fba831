import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'すべての組織に共通するロールと権限です。',
  tabs: { roles: '組織ロール', scopes: '組織権限' },
  kinds: { organization: '組織権限', organizationPlural: '組織権限' },
  typeHelp: {
    User: '組織のメンバー用です。',
    MachineToMachine: '組織のマシンツーマシンアプリケーション用です。',
  },
  deleteTitle: '「{{name}}」を削除しますか？',
  fields: {
    roleName: 'ロール名',
    roleNamePlaceholder: '請求管理者',
    roleDescriptionPlaceholder: '組織の請求書を管理します',
    scopeName: '権限名',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: '組織にメンバーを招待します',
    description: '説明',
    type: 'ロールの種類',
  },
  roles: {
    create: '組織ロールを作成',
    createNamed: '組織ロール「{{name}}」を作成',
    created: '組織ロールを作成しました',
    search: '組織ロールを検索',
    searchPlaceholder: 'ロール、説明、ID',
    columns: { role: 'ロール', type: '種類', permissions: '権限' },
    noPermissions: '権限なし',
    emptyTitle: '組織ロールがまだありません',
    emptyBody: '組織のメンバーは、管理者や編集者などの組織ロールを通じて権限を得ます。',
    danger: {
      what: 'この組織ロールを削除',
      action: 'ロールを削除',
      consequence:
        'メンバーとマシンは、次のトークンから、すべての組織でこのロールを失います。招待と自動メンバー追加からも削除されます。',
      deleted: '組織ロールを削除しました',
    },
  },
  scopes: {
    create: '組織権限を作成',
    createHelp: 'この権限は組織の中で有効です。付与するには、組織ロールに追加してください。',
    created: '組織権限を作成しました',
    edit: '権限を編集',
    editTitle: '「{{name}}」を編集',
    renameHelp: '新しいトークンには新しい名前が含まれます。アプリケーションが新しい名前を確認するようにしてください。',
    copy: '権限名をコピー',
    search: '組織権限を検索',
    searchPlaceholder: '権限、説明、ID',
    columns: { permission: '権限', description: '説明' },
    noDescription: '説明なし',
    emptyTitle: '組織権限がまだありません',
    emptyBody: '権限は、invite:member のように、メンバーが組織の中でできることを定義します。',
    consequence:
      'この権限は、すべての組織ロール、サードパーティアプリケーションの同意、新しいトークンから削除されます。',
    deleted: '組織権限を削除しました',
  },
  pick: {
    label: '権限',
    search: '権限と API を検索',
    empty: '追加できる権限はありません。組織権限または API リソースの権限を作成してください。',
  },
  permissions: {
    type: '種類または API',
    searchPlaceholder: '権限、説明、API、ID',
    emptyBody: '権限のないロールでは何もできません。組織権限または API の権限を割り当ててください。',
    removeBody: 'このロールを持つメンバーとマシンは、次のトークンからこの権限を失います。権限自体は削除されません。',
  },
};

import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: '让用户通过您自己的域名登录，例如 auth.example.com。',
  title: '域名',
  help: '通过该域名发来的请求，其登录页面、链接和令牌都使用该域名。默认域名仍然有效。',
  add: '添加域名',
  added: '域名已添加',
  addHelp: '添加后，请在您的域名服务商处创建所显示的 DNS 记录。',
  domain: '域名',
  none: '还没有自定义域名。',
  deleted: '域名已删除',
  deleteWhat: '删除 {{name}}',
  deleteTitle: '要删除 {{name}} 吗？',
  deleteBody: '域名会立即停止工作。以它为端点的应用将无法再让用户登录，在它上面创建的通行密钥也无法再使用。',
  records: '{{name}} 的 DNS 记录',
  columns: { type: '类型', name: '名称', value: '值' },
  copyName: '复制名称',
  copyValue: '复制值',
  lastCheck: '上次检查：{{message}}',
  statuses: {
    PendingVerification: {
      name: '等待 DNS',
      help: '请在您的域名服务商处创建此记录。可能需要几小时才能在各处生效。',
    },
    PendingSsl: {
      name: '等待证书',
      help: 'DNS 记录正确。正在签发证书。',
    },
    Active: {
      name: '有效',
      help: '用户可以通过此域名登录。请保留该记录：没有它，域名将不再可用。',
    },
    Error: {
      name: '无法使用',
      help: '域名目前不可用。请更正记录，之后域名会自动恢复。',
    },
  },
  default: {
    title: '默认域名',
    help: '始终可用，也可与自定义域名并用。',
    endpoint: '端点',
  },
  shown: '域名',
  shownHelp: '下方的地址以此域名显示。',
  howTo: '自定义域名如何工作',
};

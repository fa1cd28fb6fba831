import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: '讓使用者透過您自己的網域登入，例如 auth.example.com。',
  title: '網域',
  help: '透過該網域傳來的要求，其登入頁面、連結和權杖都使用該網域。預設網域仍然有效。',
  add: '新增網域',
  added: '網域已新增',
  addHelp: '新增後，請在您的網域服務商處建立所顯示的 DNS 記錄。',
  domain: '網域',
  none: '還沒有自訂網域。',
  deleted: '網域已刪除',
  deleteWhat: '刪除 {{name}}',
  deleteTitle: '要刪除 {{name}} 嗎？',
  deleteBody: '網域會立即停止運作。以它為端點的應用程式將無法再讓使用者登入，在它上面建立的密碼金鑰也無法再使用。',
  records: '{{name}} 的 DNS 記錄',
  columns: { type: '類型', name: '名稱', value: '值' },
  copyName: '複製名稱',
  copyValue: '複製值',
  lastCheck: '上次檢查：{{message}}',
  statuses: {
    PendingVerification: {
      name: '等待 DNS',
      help: '請在您的網域服務商處建立此記錄。可能需要幾小時才能在各處生效。',
    },
    PendingSsl: {
      name: '等待憑證',
      help: 'DNS 記錄正確。正在核發憑證。',
    },
    Active: {
      name: '有效',
      help: '使用者可以透過此網域登入。請保留該記錄：沒有它，網域將不再可用。',
    },
    Error: {
      name: '無法使用',
      help: '網域目前無法使用。請更正記錄，之後網域會自動恢復。',
    },
  },
  default: {
    title: '預設網域',
    help: '始終可用，也可與自訂網域並用。',
    endpoint: '端點',
  },
  shown: '網域',
  shownHelp: '下方的網址以此網域顯示。',
  howTo: '自訂網域如何運作',
};

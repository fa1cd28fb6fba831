import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose: '因未設定連接器而沒有發出的訊息。僅在非正式環境中可用。訊息儲存一天。',
  emptyTitle: '還沒有訊息',
  emptyBody: '請在您的應用程式中用驗證碼登入、註冊或重設密碼。在設定連接器之前，訊息會在幾秒內顯示在這裡。',
  toConnectors: '設定連接器',
  show: '顯示訊息',
  hide: '隱藏訊息',
  content: '傳給 {{recipient}} 的訊息',
  copyCode: '複製驗證碼',
  copyLink: '複製連結',
  openLink: '開啟連結',
  clear: '清空收件匣',
  clearTitle: '要清空收件匣嗎？',
  clearBody: '所有訊息都會被刪除。其中的驗證碼在到期前仍然有效。',
  cleared: '收件匣已清空',
};

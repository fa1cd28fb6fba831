import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: '可以登入此控制台的人員及其角色。',
  help: '此清單的每次更改都會記錄在審計記錄中。',
  roles: { admin: '管理員', reader: '唯讀' },
  roleHelp: { admin: '可以檢視和更改所有內容，包括此清單', reader: '可以檢視密鑰以外的所有內容，但不能更改' },
  roleNote: '該人員會被登出，需要重新登入。',
  invite: '邀請管理員',
  inviteHelp: '你會得到一條連結，有效期為 72 小時，只能使用一次。',
  createLink: '建立連結',
  link: '邀請連結',
  linkSent: '連結亦已傳送至 {{email}}。',
  linkNotSent: '請將此連結傳送給 {{email}}。系統沒有傳送電郵。',
  once: '連結只在此時顯示。擁有連結的任何人都可以建立該帳戶。',
  invitationsHelp: '為新管理員建立的連結。',
  remove: '移除',
  removeBody: '該帳戶會被刪除，並即時失去存取權限。其發出的邀請會被撤回。',
  removeSelf: '你的帳戶會被刪除，並會登出。你需要新的邀請才能返回。',
  removed: '管理員已移除',
};

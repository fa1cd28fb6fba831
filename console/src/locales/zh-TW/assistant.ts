import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro: '詢問有關 Postern 的問題。回答依據此版本的文件編寫，並附有相應章節的連結。',
  introPassages: '詢問有關 Postern 的問題。由於未設定語言模型，您會看到文件中相符的章節。',
  examplesLabel: '範例',
  examples: {
    connect: '如何連接單頁應用程式？',
    roles: '角色和組織角色有什麼區別？',
    factors: '如何要求第二步驟驗證？',
  },
  conversation: '對話',
  question: '問題',
  placeholder: '如何……',
  send: '提問',
  stop: '停止',
  clear: '清除對話',
  copy: '複製對話',
  help: '取得協助',
  ways: { docs: '說明頁面', chat: '社群聊天', issues: '問題追蹤', email: '聯絡我們' },
  running: '正在搜尋文件……',
  stopped: '已停止。',
  failed: '暫時沒有回答。這些章節可能有幫助；請稍後再問。',
  nothing: '文件中沒有相符的內容。請換一種說法，或用上方按鈕取得協助。',
  sources: '來自文件',
  code: '程式碼',
  disclaimer: '回答由語言模型產生，可能有誤。請勿輸入密鑰等機密資訊。',
  disclaimerPassages: '您的問題只保留在此伺服器上。',
};

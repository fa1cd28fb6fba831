import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: '無法連線到區域 {{region}}',
    body: '{{tenant}} 的資料位於此區域，該區域沒有回應。資料沒有遺失。',
    wait: '區域恢復後，此頁面會自動重新載入。您在其他區域的租戶不受影響。',
    still: '仍然沒有回應。區域恢復後，此頁面會自動重新載入。',
  },
};

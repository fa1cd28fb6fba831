import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: '无法连接到区域 {{region}}',
    body: '{{tenant}} 的数据位于此区域，该区域没有响应。数据没有丢失。',
    wait: '区域恢复后，此页面会自动刷新。您在其他区域的租户不受影响。',
    still: '仍然没有响应。区域恢复后，此页面会自动刷新。',
  },
};

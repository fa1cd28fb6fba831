import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro: '询问有关 Postern 的问题。回答依据此版本的文档编写，并附有相应章节的链接。',
  introPassages: '询问有关 Postern 的问题。由于未配置语言模型，您会看到文档中匹配的章节。',
  examplesLabel: '示例',
  examples: {
    connect: '如何接入单页应用？',
    roles: '角色和组织角色有什么区别？',
    factors: '如何要求第二步验证？',
  },
  conversation: '对话',
  question: '问题',
  placeholder: '如何……',
  send: '提问',
  stop: '停止',
  clear: '清除对话',
  copy: '复制对话',
  help: '获取帮助',
  ways: { docs: '帮助页面', chat: '社区聊天', issues: '问题跟踪', email: '联系我们' },
  running: '正在搜索文档……',
  stopped: '已停止。',
  failed: '暂时没有回答。这些章节可能有帮助；请稍后再问。',
  nothing: '文档中没有匹配的内容。请换一种说法，或用上方按钮获取帮助。',
  sources: '来自文档',
  code: '代码',
  disclaimer: '回答由语言模型生成，可能有误。请勿输入密钥等机密信息。',
  disclaimerPassages: '您的问题只保留在此服务器上。',
};

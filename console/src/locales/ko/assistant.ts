import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro: 'Postern에 대해 질문하세요. 이 버전의 문서를 바탕으로 답변하고 해당 섹션의 링크를 함께 제공합니다.',
  introPassages: 'Postern에 대해 질문하세요. 언어 모델이 구성되어 있지 않으므로 문서에서 일치하는 섹션을 보여 줍니다.',
  examplesLabel: '예시',
  examples: {
    connect: '단일 페이지 앱은 어떻게 연결하나요?',
    roles: '역할과 조직 역할은 무엇이 다른가요?',
    factors: '2단계 인증을 필수로 하려면 어떻게 하나요?',
  },
  conversation: '대화',
  question: '질문',
  placeholder: '어떻게 하면 …',
  send: '질문',
  stop: '중지',
  clear: '대화 지우기',
  copy: '대화 복사',
  help: '도움 받기',
  ways: { docs: '도움말 페이지', chat: '커뮤니티 채팅', issues: '이슈 트래커', email: '문의' },
  running: '문서를 검색하는 중 …',
  stopped: '중지했습니다.',
  failed: '지금은 답변할 수 없습니다. 다음 섹션이 도움이 될 수 있습니다. 나중에 다시 질문하세요.',
  nothing: '문서에 일치하는 내용이 없습니다. 다른 단어로 질문하거나 위 버튼으로 도움을 받으세요.',
  sources: '문서에서',
  code: '코드',
  disclaimer: '언어 모델이 작성한 답변이므로 틀릴 수 있습니다. 시크릿을 입력하지 마세요.',
  disclaimerPassages: '질문은 이 서버 밖으로 나가지 않습니다.',
};

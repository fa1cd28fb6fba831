import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'auth.example.com 같은 자체 도메인에서 사용자가 로그인할 수 있게 합니다.',
  title: '도메인',
  help: '요청이 이 도메인으로 들어오면 로그인 페이지, 링크, 토큰에 이 도메인이 사용됩니다. 기본 도메인도 계속 유효합니다.',
  add: '도메인 추가',
  added: '도메인을 추가했습니다',
  addHelp: '추가한 후 도메인 업체에서 표시된 DNS 레코드를 만드세요.',
  domain: '도메인',
  none: '커스텀 도메인이 아직 없습니다.',
  deleted: '도메인을 삭제했습니다',
  deleteWhat: '{{name}} 삭제',
  deleteTitle: '“{{name}}” 도메인을 삭제할까요?',
  deleteBody:
    '도메인이 즉시 작동을 멈춥니다. 이 도메인을 엔드포인트로 사용하는 애플리케이션에서는 더 이상 로그인할 수 없고, 이 도메인에서 만든 패스키도 사용할 수 없습니다.',
  records: '{{name}}의 DNS 레코드',
  columns: { type: '유형', name: '이름', value: '값' },
  copyName: '이름 복사',
  copyValue: '값 복사',
  lastCheck: '마지막 확인: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'DNS 대기 중',
      help: '도메인 업체에서 이 레코드를 만드세요. 모든 곳에 반영되기까지 몇 시간이 걸릴 수 있습니다.',
    },
    PendingSsl: {
      name: '인증서 대기 중',
      help: 'DNS 레코드가 올바릅니다. 인증서를 발급하는 중입니다.',
    },
    Active: {
      name: '사용 중',
      help: '사용자가 이 도메인에서 로그인할 수 있습니다. 레코드를 유지하세요. 레코드가 없으면 도메인이 작동하지 않습니다.',
    },
    Error: {
      name: '작동 안 함',
      help: '도메인이 작동하지 않습니다. 레코드를 수정하면 자동으로 다시 작동합니다.',
    },
  },
  default: {
    title: '기본 도메인',
    help: '커스텀 도메인이 있어도 항상 작동합니다.',
    endpoint: '엔드포인트',
  },
  shown: '도메인',
  shownHelp: '아래 주소는 이 도메인을 기준으로 표시됩니다.',
  howTo: '커스텀 도메인의 작동 방식',
};

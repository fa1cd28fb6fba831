import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    '설정된 커넥터가 없어 전송되지 않은 메시지입니다. 프로덕션이 아닌 환경에서만 사용할 수 있습니다. 메시지는 하루 동안 보관됩니다.',
  emptyTitle: '메시지가 아직 없습니다',
  emptyBody:
    '애플리케이션에서 코드로 로그인, 가입 또는 비밀번호 재설정을 해 보세요. 커넥터를 설정할 때까지 메시지가 몇 초 안에 여기에 표시됩니다.',
  toConnectors: '커넥터 설정',
  show: '메시지 표시',
  hide: '메시지 숨기기',
  content: '{{recipient}}에 보낸 메시지',
  copyCode: '코드 복사',
  copyLink: '링크 복사',
  openLink: '링크 열기',
  clear: '메일함 비우기',
  clearTitle: '메일함을 비울까요?',
  clearBody: '모든 메시지가 삭제됩니다. 메시지의 코드는 만료될 때까지 유효합니다.',
  cleared: '메일함을 비웠습니다',
};

import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: '이 콘솔에 로그인할 수 있는 사람과 역할입니다.',
  help: '이 목록의 모든 변경은 감사 로그에 기록됩니다.',
  roles: { admin: '관리자', reader: '읽기 전용' },
  roleHelp: {
    admin: '이 목록을 포함해 모든 항목을 보고 변경할 수 있음',
    reader: '시크릿을 제외한 모든 항목을 볼 수 있고 변경할 수 없음',
  },
  roleNote: '이 사람은 로그아웃되며 다시 로그인해야 합니다.',
  invite: '관리자 초대',
  inviteHelp: '72시간 동안 유효하고 한 번만 사용할 수 있는 링크가 만들어집니다.',
  createLink: '링크 만들기',
  link: '초대 링크',
  linkSent: '링크를 {{email}} 주소로도 보냈습니다.',
  linkNotSent: '이 링크를 {{email}} 주소로 보내세요. 이메일은 전송되지 않았습니다.',
  once: '링크는 지금만 표시됩니다. 링크가 있는 사람은 누구나 계정을 만들 수 있습니다.',
  invitationsHelp: '새 관리자를 위해 만든 링크입니다.',
  remove: '제거',
  removeBody: '계정이 삭제되고 즉시 액세스할 수 없게 됩니다. 이 사람이 보낸 초대는 취소됩니다.',
  removeSelf: '내 계정이 삭제되고 로그아웃됩니다. 돌아오려면 새 초대가 필요합니다.',
  removed: '관리자를 제거했습니다',
};

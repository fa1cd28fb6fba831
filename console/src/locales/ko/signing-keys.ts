import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose: '토큰과 쿠키에 서명하는 키입니다. 정기적으로 교체하고, 유출되었을 수 있으면 즉시 교체하세요.',
  rotate: '교체',
  rotated: '키를 교체했습니다',
  deleted: '키를 삭제했습니다',
  deleteWhat: '키 {{id}} 삭제',
  copyId: '키 ID 복사',
  copyFingerprint: '지문 복사',
  columns: {
    id: '키 ID',
    status: '상태',
    algorithm: '알고리즘',
    fingerprint: 'SHA-256 지문',
    created: '만든 시간',
  },
  statuses: { Next: '다음', Replaced: '대체됨', Current: '현재', Previous: '이전' },
  signs: '{{when}} 서명 시작',
  replaced: '사용한 적 없음',
  companion: '및 {{algorithm}}',
  copyCompanionFingerprint: '{{algorithm}} 키의 지문 복사',
  'private-keys': {
    title: '개인 키',
    help: 'ID 토큰과 액세스 토큰에 서명합니다. 각 키에는 다른 알고리즘을 사용하는 애플리케이션을 위한 짝이 있습니다. 애플리케이션이 먼저 가져갈 수 있도록 새 키는 서명하기 전에 게시됩니다.',
    rotate: '개인 키 교체',
    deleteBodies: {
      Next: '이 키는 아직 아무것도 서명하지 않았습니다. 현재 키를 계속 사용합니다.',
      Replaced: '이 키는 아무것도 서명하지 않았습니다. 다음 키에는 영향이 없습니다.',
      Current: '이 키로 서명한 토큰이 무효가 됩니다. 남은 키 중 가장 최근 키로 서명합니다.',
      Previous: '이 키로 서명한 토큰은 만료되지 않았더라도 무효가 됩니다.',
    },
  },
  'cookie-keys': {
    title: '쿠키 키',
    help: '로그인 페이지의 쿠키에 서명합니다. 이전 키로 서명한 쿠키도 유효하므로 로그인이 유지됩니다.',
    rotate: '쿠키 키 교체',
    rotateBody:
      '새 쿠키는 새 키로 서명합니다. 현재 키로 서명한 쿠키는 계속 유효합니다. 더 오래된 키로 서명한 쿠키를 가진 사용자는 다시 로그인해야 합니다.',
    deleteBodies: {
      Next: '이 키는 아직 아무것도 서명하지 않았습니다.',
      Replaced: '이 키는 아무것도 서명하지 않았습니다.',
      Current: '이 키로 서명한 세션을 가진 사용자는 다시 로그인해야 합니다.',
      Previous: '키를 교체한 후 다시 방문하지 않은 사용자는 다시 로그인해야 합니다.',
    },
  },
  deleteTitles: {
    Next: '다음 키를 삭제할까요?',
    Replaced: '대체된 키를 삭제할까요?',
    Current: '현재 키를 삭제할까요?',
    Previous: '이전 키를 삭제할까요?',
  },
  rotateHelp: '새 키가 현재 키를 대체합니다. 현재 키로 서명한 토큰은 계속 유효합니다.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. 토큰이 짧고 서명이 빠릅니다. 권장합니다.' },
    RSA: { name: 'RSA', help: 'RS256, 4096비트. RSA만 지원하는 API용입니다.' },
  },
  start: '서명 시작',
  starts: {
    later: { name: '{{grace}} 후', help: '애플리케이션이 가져갈 시간을 두고 키를 지금 게시합니다.' },
    now: { name: '지금', help: '현재 키가 유출되었을 수 있으면 사용하세요.' },
  },
  nowTitle: '일부 애플리케이션이 한동안 새 토큰을 거부할 수 있습니다',
  nowBody:
    '애플리케이션은 키 목록을 최대 {{age}}, 때로는 더 오래 캐시합니다. 목록을 다시 가져올 때까지 새 키로 서명한 토큰을 거부합니다. 유출된 키의 토큰을 무효로 하려면 교체한 후에 그 키를 삭제하세요.',
  replacesTitle: '다음 키가 이미 있습니다',
  replacesBody: '아직 아무것도 서명하지 않았습니다. 새 키가 이를 대체하며 기존의 다음 키는 사용되지 않습니다.',
};

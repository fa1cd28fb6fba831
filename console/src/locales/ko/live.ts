import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: '콘솔로 이동',
  others: '다른 테넌트',
  removed: {
    title: '더 이상 {{tenant}} 테넌트의 구성원이 아닙니다',
    by: '{{by}} 님이 이 테넌트에서 나를 제외했습니다.',
    body: '운영자가 이 테넌트에서 나를 제외했습니다.',
  },
  deleted: {
    title: '{{tenant}} 테넌트가 삭제되었습니다',
    by: '{{by}} 님이 이 테넌트를 삭제했습니다.',
    body: '운영자가 이 테넌트를 삭제했습니다.',
  },
  role: {
    admin: '이제 {{tenant}} 테넌트의 관리자입니다.',
    adminBy: '{{by}} 님이 나를 {{tenant}} 테넌트의 관리자로 지정했습니다.',
    billing: '이제 {{tenant}}의 결제를 관리합니다.',
    billingBy: '{{by}} 님이 {{tenant}}의 결제 관리를 맡겼습니다.',
    collaborator: '이제 {{tenant}} 테넌트의 공동 작업자입니다.',
    collaboratorBy: '{{by}} 님이 나를 {{tenant}} 테넌트의 공동 작업자로 지정했습니다.',
    other: '{{tenant}} 테넌트에서의 역할이 “{{role}}” 역할로 변경되었습니다.',
    otherBy: '{{by}} 님이 {{tenant}} 테넌트에서의 내 역할을 “{{role}}” 역할로 변경했습니다.',
  },
  suspended: '운영자가 {{tenant}} 테넌트를 정지했습니다.',
  suspendedBecause: '운영자가 {{tenant}} 테넌트를 정지했습니다. 이유: {{reason}}',
  resumed: '{{tenant}} 테넌트를 다시 사용할 수 있습니다.',
  account: {
    title: '계정이 정지되었습니다',
    by: '{{by}} 님이 내 계정을 정지했습니다. 로그아웃되었습니다.',
    body: '운영자가 내 계정을 정지했습니다. 로그아웃되었습니다.',
    other: '다른 계정으로 로그인',
  },
};

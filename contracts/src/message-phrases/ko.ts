import type { MessageWords } from './en.ts';

export const ko: MessageWords = {
  purposes: {
    SignIn: {
      title: '{{app}}에 로그인',
      code: '{{code}}: {{app}} 로그인 코드입니다',
      action: '로그인',
    },
    Register: {
      title: '{{app}} 계정 만들기',
      code: '{{code}}: {{app}} 계정을 만들기 위한 코드입니다',
      action: '계정 만들기',
    },
    ForgotPassword: {
      title: '{{app}} 새 비밀번호 설정',
      code: '{{code}}: {{app}} 비밀번호를 다시 설정하기 위한 코드입니다',
      action: '새 비밀번호 설정',
    },
    OrganizationInvitation: {
      title: '{{app}}에 초대되었습니다',
      code: '{{code}}: {{app}} 초대를 수락하기 위한 코드입니다',
      action: '초대 수락',
    },
    Generic: {
      title: '{{app}} 본인 확인',
      code: '{{code}}: {{app}} 확인 코드입니다',
      action: '확인',
    },
    UserPermissionValidation: {
      title: '{{app}} 계정 변경 확인',
      code: '{{code}}: {{app}} 계정 변경을 확인하기 위한 코드입니다',
      action: '변경 확인',
    },
    BindNewIdentifier: {
      title: '{{app}}에서 사용할 이메일 주소 확인',
      code: '{{code}}: {{app}} 이메일 주소를 확인하기 위한 코드입니다',
      action: '이메일 주소 확인',
    },
    BindNewPhone: {
      title: '{{app}}에서 사용할 전화번호 확인',
      code: '{{code}}: {{app}} 전화번호를 확인하기 위한 코드입니다',
      action: '전화번호 확인',
    },
    MfaVerification: {
      title: '{{app}} 로그인 완료',
      code: '{{code}}: {{app}} 로그인을 완료하기 위한 코드입니다',
      action: '로그인 완료',
    },
    BindMfa: {
      title: '{{app}} 2단계 인증 설정',
      code: '{{code}}: {{app}} 2단계 인증을 설정하기 위한 코드입니다',
      action: '설정',
    },
  },
  code: {
    lead: '코드를 요청하는 페이지에 이 코드를 입력하세요. {{minutes}}분 동안 유효합니다.',
    orLink: '또는 이 링크로 계속하세요. 처음 시작한 브라우저에서 여는 것이 좋습니다.',
  },
  link: {
    lead: '계속하려면 이 링크를 사용하세요.',
    copy: '버튼이 작동하지 않으면 브라우저에서 다음 링크를 여세요.',
  },
  ignore: '직접 요청한 메시지가 아니라면 무시하셔도 됩니다. 다른 사람에게 전달하지 마세요.',
  notices: {
    changed: '{{app}} 계정이 변경되었습니다',
    deleted: '{{app}} 계정이 삭제되었습니다',
    exported: '{{app}} 데이터를 내보냈습니다',
    what: {
      password: '계정의 비밀번호가 변경되었습니다.',
      email: '계정의 이메일 주소가 변경되었습니다.',
      phone: '계정의 전화번호가 변경되었습니다.',
      identities: '계정에 연결된 계정이 변경되었습니다.',
      mfa: '계정의 2단계 인증이 변경되었습니다.',
      export: '계정의 모든 데이터 사본이 다운로드되었습니다.',
      deletion: '계정 페이지에서 요청한 대로 계정과 모든 내용이 삭제되었습니다.',
    },
    warning: '본인이 하지 않았다면 즉시 앱 운영자에게 연락하세요.',
    undo: '본인이 하지 않았다면 {{hours}}시간 이내에 변경을 취소하세요.',
    undoAction: '변경 취소',
  },
  newDevice: {
    title: '{{app}} 계정에 새 로그인',
    what: '이전에 사용되지 않은 기기에서 계정에 로그인했습니다: {{device}}, {{time}}, 네트워크 주소 {{ip}}.',
    advice: '본인이라면 이 메시지를 무시하세요. 아니라면 {{days}}일 이내에 해당 기기를 로그아웃하세요:',
    action: '본인이 아닙니다',
    unknown: '알 수 없는 기기',
  },
  signInRequest: {
    title: '{{app}} 로그인을 승인하세요',
    lead: '누군가 회원님의 계정으로 {{app}} 로그인을 시작했습니다. 본인이라면 이 페이지를 열고 {{minutes}}분 이내에 승인하세요. 아니라면 그곳에서 거부하세요:',
    action: '요청 보기',
  },
  invitation: {
    subject: '{{product}}의 {{tenant}} 초대',
    lead: '{{inviter}} 님이 {{product}}의 ‘{{tenant}}’에 초대했습니다.',
    accept: '초대 수락',
    until: '초대 유효 기한: {{expiresAt}}',
    ignore:
      '초대한 사람을 모른다면 이 메시지를 무시하셔도 됩니다. 링크는 이메일 주소의 소유를 증명하므로 다른 사람에게 전달하지 마세요.',
  },
};

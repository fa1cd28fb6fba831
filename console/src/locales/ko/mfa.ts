import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: '첫 번째 로그인 방법 다음의 두 번째 단계입니다. 비밀번호가 도난당해도 그것만으로는 로그인할 수 없습니다.',
  factors: {
    title: '인증 방법',
    help: '사용자가 두 번째 단계로 설정할 수 있는 방법입니다. 로그인 페이지에 이 순서대로 표시됩니다.',
    names: {
      WebAuthn: '패스키',
      Totp: '인증 앱',
      PhoneVerificationCode: '문자 메시지 코드',
      EmailVerificationCode: '이메일 코드',
      BackupCode: '백업 코드',
    },
    about: {
      WebAuthn: '지문, 얼굴, 화면 잠금 또는 보안 키입니다. 피싱을 방지합니다.',
      Totp: 'Google Authenticator, 1Password 같은 앱의 일회용 코드입니다.',
      PhoneVerificationCode:
        '계정의 전화번호로 보내는 코드입니다. 앱이나 패스키보다 덜 안전하므로 그중 하나도 함께 제공하세요.',
      EmailVerificationCode: '계정의 이메일 주소로 보내는 코드입니다.',
      BackupCode: '다른 인증 방법을 쓸 수 없을 때 사용하는 코드 10개입니다. 각 코드는 한 번만 사용할 수 있습니다.',
    },
    clash: {
      email: '사용자가 이메일 코드로 로그인하므로 사용할 수 없습니다.',
      phone: '사용자가 SMS 코드로 로그인하므로 사용할 수 없습니다.',
    },
    openMethods: '로그인 방법 변경',
  },
  problems: {
    alone: '백업 코드를 사용하려면 다른 인증 방법이 필요합니다. 하나 이상 더 켜세요.',
    email: '사용자가 이메일 코드로 로그인하므로 2단계 인증 방법으로 사용할 수 없습니다. “이메일 코드”를 끄세요.',
    phone: '사용자가 SMS 코드로 로그인하므로 2단계 인증 방법으로 사용할 수 없습니다. “문자 메시지 코드”를 끄세요.',
  },
  policy: {
    title: '정책',
    help: '사용자에게 인증 방법 설정을 요청하는 시점입니다. 설정한 사용자는 신뢰하는 기기가 아니면 로그인할 때마다 2단계 인증을 합니다.',
    noFactors: '정책을 선택하려면 인증 방법을 켜세요.',
    require: '2단계 인증 필수',
    requireOn: '인증 방법이 없는 사용자는 설정해야 로그인이나 가입을 마칠 수 있습니다.',
    requireOff: '꺼져 있으면 사용자가 2단계 인증 없이 로그인할 수 있습니다.',
    prompt: '인증 방법 설정 권유',
    prompts: {
      PromptAtSignInAndSignUp: '로그인 및 가입 시',
      PromptOnlyAtSignIn: '로그인 시에만',
      NoPrompt: '권유하지 않음',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        '인증 방법이 없는 사용자에게 가입하거나 로그인할 때 설정을 권유합니다. 건너뛸 수 있습니다.',
      PromptOnlyAtSignIn:
        '인증 방법이 없는 사용자에게 로그인할 때 설정을 권유하지만 계정을 만드는 동안에는 권유하지 않습니다. 건너뛸 수 있습니다.',
      NoPrompt: '로그인 페이지에서 권유하지 않습니다. 사용자는 계정 센터에서 설정할 수 있습니다.',
    },
    organizations: '2단계 인증이 필수인 조직의 구성원',
    organizationPolicies: { NoPrompt: '위의 정책 적용', Mandatory: '설정해야 로그인 가능' },
    organizationsHelp: {
      NoPrompt: '인증 방법 없이 로그인할 수 있지만 해당 조직의 토큰은 받을 수 없습니다.',
      Mandatory: '그런 조직 중 하나 이상에 속한 구성원은 설정을 건너뛸 수 없습니다.',
      All: '조직의 구성원을 포함해 모든 사용자에게 2단계 인증이 필요합니다.',
    },
  },
  trusted: {
    title: '신뢰하는 기기',
    help: '2단계 인증을 마친 사용자는 그 브라우저에서 일정 기간 동안 다시 묻지 않도록 선택할 수 있습니다.',
    enabled: '기기 신뢰 허용',
    enabledHelp:
      '2단계 인증을 요구하는 애플리케이션, 조직, 위험한 로그인에서는 계속 묻습니다. 비밀번호를 바꾸거나, 인증 방법을 재설정하거나, 모든 곳에서 로그아웃하면 신뢰가 끝납니다.',
    noFactors: '인증 방법을 켜면 적용됩니다.',
    days: '다시 묻는 주기',
    daysHelp: '기간을 줄이면 이미 신뢰하는 기기에도 적용됩니다.',
    unit: '일',
    daysWrong: '1부터 {{max}}까지의 정수를 입력하세요.',
  },
  passkeys: {
    title: '패스키 로그인',
    help: '비밀번호나 코드 없이 패스키만으로 로그인합니다. 2단계 인증으로도 인정됩니다.',
    enabled: '패스키 로그인 허용',
    enabledHelp: '비밀번호나 코드로 로그인한 사용자에게 패스키 만들기를 권유합니다.',
    button: '로그인 페이지에 버튼 표시',
    buttonHelp: '사용자는 식별자를 입력하는 대신 “패스키로 로그인”을 선택합니다.',
    autofill: '식별자 입력란에서 패스키 제안',
    autofillHelp: '지원하는 브라우저에서는 저장된 비밀번호처럼 패스키가 목록에 표시됩니다.',
  },
};

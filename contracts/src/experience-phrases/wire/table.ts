import { scopes } from '../../wire.ts';
import type { Phrases } from '../en.ts';
import type { VariantPath } from './variants.ts';

type PathsOf<Group, Above extends string = ''> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? `${Above}${Key}`
    : Group[Key] extends string[]
      ? `${Above}${Key}/${0 | 1}`
      : PathsOf<Group[Key], `${Above}${Key}/`>;
}[keyof Group & string];

/** The path of a sentence in our phrases: `password/issues/restricted.words`, `consent/scopes/email/0`. */
export type PhrasePath = PathsOf<Phrases>;

/** Phrases of other pages, which have files of their own. Their tests verify that they exist. */
type OtherPath = `account/${string}` | `device/${string}`;

export type WireEntry = {
  /** Our phrase with the same meaning. Entries with neither `text` nor `like` have a text in the files of this folder. */
  text?: PhrasePath;
  /** Another wire key with the same text. */
  like?: string;
  /** Phrases of our pages that a tenant's text of this key replaces. */
  words?: readonly (PhrasePath | VariantPath | OtherPath)[];
  /** Variables: name on the wire → name in our phrases. */
  names?: Readonly<Record<string, string>>;
  /** Variables of our phrase that the wire key does not have → the phrase to insert. */
  inline?: Readonly<Record<string, PhrasePath>>;
  /** The links to the documents: `{{links}}` in our phrase, an element such as `<link></link>` on the wire. */
  links?: true;
  /** Our phrase around a wire text that is a part of it; `$` is replaced by that text. */
  frame?: string;
  /** Our phrase is used within sentences, the wire text as a label. */
  capital?: true;
  /** The only variable of our phrases, whatever the text of the tenant calls it. */
  only?: string;
  /** There is a text only if the tenant has one. Without `words`, none of our pages shows it. */
  optional?: true;
};

/** One of our phrases for a wire key, in both directions. */
const same = (phrase: PhrasePath, more: Omit<WireEntry, 'text'> = {}): WireEntry => ({
  text: phrase,
  words: [phrase],
  ...more,
});

/** Only the text: no phrase of the pages corresponds to this key alone. */
const textOf = (text: PhrasePath, more: Omit<WireEntry, 'text'> = {}): WireEntry => ({ text, ...more });

const own: WireEntry = {};

/** A key for pages that have no built-in text under it. A tenant's text replaces these phrases. */
const custom = (words: readonly OtherPath[], only?: string): WireEntry => ({
  words,
  optional: true,
  ...(only ? { only } : {}),
});

/** Keys for sentences that our pages do not have: accepted and returned, and otherwise without effect. */
const unused = (group: string, keys: string): Record<string, WireEntry> =>
  Object.fromEntries(keys.split(' ').map((key) => [`${group}.${key}`, { optional: true }]));

/**
 * The pages show one plural form for all numbers: the one for many, which fits the usual lengths, else the general one.
 */
const count = { names: { count: 'min' } };
const typed = { names: { type: 'kind', value: 'address' } };
const providerName = { inline: { name: 'providers/unnamed' } } as const;

const scope = 'user_scopes.descriptions';

/**
 * All phrase keys of the wire, in the order of its documentation; below them those since version 1.33. If several
 * customized keys map to the same phrase, the first one in this table is used.
 */
export const wireTable: Readonly<Record<string, WireEntry>> = {
  'input.username': same('identifier/username', { capital: true }),
  'input.password': same('password/label'),
  'input.email': same('identifier/email', { capital: true }),
  'input.phone_number': same('identifier/phone', { capital: true }),
  'input.confirm_password': own,
  'input.search_region_code': own,
  'input.backup_code': textOf('factors/names/BackupCode'),
  'input.label_with_optional': same('extraProfile/optional', { names: { label: 'label' } }),

  'secondary.social_bind_with': own,

  'action.sign_in': same('signIn/action', { words: ['signIn/action', 'register/signIn'] }),
  'action.continue': same('common/next'),
  'action.continue_as': own,
  'action.create_account': same('register/action', { words: ['register/action', 'signIn/create'] }),
  'action.create_account_without_linking': same('providers/create'),
  'action.create': own,
  'action.enter_passcode': own,
  'action.confirm': own,
  'action.cancel': same('consent/cancel'),
  'action.save_password': same('forgotPassword/save'),
  'action.bind': { words: ['providers/link'], names: { address: 'address' } },
  'action.bind_and_continue': own,
  'action.back': same('common/goBack'),
  'action.nav_back': same('common/back'),
  'action.nav_skip': same('factors/skip'),
  'action.agree': own,
  'action.got_it': own,
  'action.sign_in_with': same('providers/continueWith', { names: { name: 'name' } }),
  'action.forgot_password': same('signIn/forgot'),
  'action.switch_to': own,
  'action.sign_in_via_passcode': same('verificationCode/useCode'),
  'action.sign_in_via_password': same('verificationCode/usePassword'),
  'action.change': own,
  'action.link_another_email': own,
  'action.link_another_phone': own,
  'action.link_another_email_or_phone': { words: ['question/otherAddress'] },
  'action.show_password': same('password/show'),
  'action.copy': same('factors/copy'),
  'action.verify_via_passkey': textOf('factors/usePasskey'),
  'action.download': same('factors/download'),
  'action.single_sign_on': same('sso/action'),
  'action.authorize': same('consent/allow'),
  'action.use_another_account': same('consent/switchAccount'),
  'action.back_to_current_account': { words: ['switchAccount/stay'] },

  'description.email': same('identifier/email'),
  'description.phone_number': same('identifier/phone'),
  'description.username': same('identifier/username'),
  'description.reminder': own,
  'description.not_found': same('error/notFoundTitle'),
  'description.agree_with_terms': same('terms/checkbox', { links: true }),
  'description.agree_with_terms_modal': own,
  'description.terms_of_use': same('terms/termsOfUse'),
  'description.sign_in': textOf('signIn/action'),
  'description.privacy_policy': same('terms/privacyPolicy'),
  'description.create_account': textOf('register/action'),
  'description.switch_account': textOf('consent/switchAccount', { words: ['consent/switch'] }),
  'description.or': same('providers/or'),
  'description.and': { words: ['terms/both'], frame: '{{terms}} $ {{privacy}}' },
  'description.enter_passcode': same('verificationCode/sent', { names: { address: 'kind', target: 'address' } }),
  'description.passcode_sent': same('verificationCode/sentAgain'),
  'description.resend_after_seconds': { words: ['verificationCode/againIn'], names: { seconds: 'seconds' } },
  'description.resend_passcode': same('verificationCode/again'),
  'description.create_account_id_exists': same('question/sign-in/text', typed),
  'description.link_account_id_exists': same('question/link/text', typed),
  'description.sign_in_id_does_not_exist': same('question/create/text', typed),
  'description.sign_in_id_does_not_exist_alert': same('question/unknown/text', typed),
  'description.create_account_id_exists_alert': same('question/taken/text', typed),
  'description.social_identity_exist': textOf('question/taken/text', typed),
  'description.bind_account_title': same('providers/linkTitle'),
  'description.social_create_account': own,
  'description.social_link_email': own,
  'description.social_link_phone': own,
  'description.social_link_email_or_phone': own,
  'description.social_bind_with_existing': { words: ['providers/linkText'] },
  'description.skip_social_linking': own,
  'description.reset_password': same('forgotPassword/title'),
  'description.reset_password_description': same('forgotPassword/sub', { names: { types: 'types' } }),
  'description.new_password': same('forgotPassword/newTitle'),
  'description.set_password': same('password/titleRegister'),
  'description.password_changed': same('news/reset'),
  'description.no_account': same('signIn/newHere'),
  'description.have_account': same('register/known'),
  'description.enter_password': same('password/titleSignIn'),
  'description.enter_password_for': { words: ['signIn/as'], names: { method: 'kind', value: 'identifier' } },
  'description.enter_username': same('continue/username'),
  'description.enter_username_description': same('continue/usernameSub'),
  'description.link_email': same('continue/email'),
  'description.link_phone': same('continue/phone'),
  'description.link_email_or_phone': same('continue/emailOrPhone'),
  'description.link_email_description': textOf('continue/addressSub', { words: ['continue/emailSub'] }),
  'description.link_phone_description': textOf('continue/addressSub', { words: ['continue/phoneSub'] }),
  'description.link_email_or_phone_description': same('continue/addressSub'),
  'description.continue_with_more_information': own,
  'description.create_your_account': same('register/title'),
  'description.sign_in_to_your_account': same('signIn/title', { words: ['signIn/title', 'signIn/titleFor'] }),
  'description.no_region_code_found': own,
  'description.verify_email': same('verificationCode/titleEmail'),
  'description.verify_phone': same('verificationCode/titlePhone'),
  'description.password_requirements': own,
  'description.password_requirement.length_one': textOf('password/issues/too_short', count),
  'description.password_requirement.length_two': textOf('password/issues/too_short', count),
  'description.password_requirement.length_few': textOf('password/issues/too_short', count),
  'description.password_requirement.length_many': same('password/issues/too_short', count),
  'description.password_requirement.length_other': same('password/issues/too_short', count),
  'description.password_requirement.character_types_one': textOf('password/issues/character_types', count),
  'description.password_requirement.character_types_two': textOf('password/issues/character_types', count),
  'description.password_requirement.character_types_few': textOf('password/issues/character_types', count),
  'description.password_requirement.character_types_many': same('password/issues/character_types', count),
  'description.password_requirement.character_types_other': same('password/issues/character_types', count),
  'description.use': own,
  'description.single_sign_on_email_form': same('sso/enterEmail'),
  'description.single_sign_on_connectors_list': same('sso/choose', { names: { email: 'email' } }),
  'description.single_sign_on_enabled': same('sso/enabled'),
  'description.authorize_title': same('consent/title', { names: { name: 'name' } }),
  'description.request_permission': own,
  'description.grant_organization_access': same('consent/organizations'),
  'description.authorize_personal_data_usage': same('consent/asks'),
  'description.authorize_organization_access': same('consent/organizationsText'),
  'description.user_scopes': own,
  'description.organization_scopes': own,
  'description.authorize_agreement': own,
  'description.authorize_agreement_with_redirect': own,
  'description.not_you': own,
  'description.user_id': own,
  'description.redirect_to': same('consent/goBackTo', { names: { name: 'host' } }),
  'description.auto_agreement': same('terms/sentence', { links: true }),
  'description.identifier_sign_in_description': own,
  'description.all_sign_in_options': same('providers/another'),
  'description.identifier_register_description': own,
  'description.all_account_creation_options': same('providers/registerAnother'),
  'description.back_to_sign_in': own,
  'description.support_email': own,
  'description.support_website': own,
  'description.switch_account_title': same('switchAccount/title', { names: { account: 'account' } }),
  'description.switch_account_description': { words: ['switchAccount/text'] },
  'description.about_yourself': same('extraProfile/title'),

  'error.general_required': same('identifier/missing', { names: { types: 'what' } }),
  'error.general_invalid': same('identifier/invalid', { names: { types: 'what' } }),
  'error.invalid_min_max_input': own,
  'error.invalid_min_max_length': own,
  'error.username_required': textOf('identifier/missing', {
    inline: { what: 'identifier/username' },
    words: ['identifier/missingUsername'],
  }),
  'error.password_required': same('password/missing'),
  'error.username_exists': same('identifier/taken'),
  'error.username_should_not_start_with_number': textOf('identifier/usernameRule'),
  'error.username_invalid_charset': same('identifier/usernameRule'),
  'error.invalid_email': textOf('identifier/invalid', {
    inline: { what: 'identifier/email' },
    words: ['identifier/invalidEmail'],
  }),
  'error.invalid_phone': textOf('identifier/invalid', {
    inline: { what: 'identifier/phone' },
    words: ['identifier/invalidPhone'],
  }),
  'error.passwords_do_not_match': own,
  'error.invalid_passcode': same('verificationCode/mismatch'),
  'error.invalid_connector_auth': same('providers/reasons/connector.authorization_failed', providerName),
  'error.invalid_connector_request': same('providers/reasons/connector.social_auth_code_invalid', providerName),
  'error.unknown': same('failure/unexpected'),
  'error.invalid_session': same('unknownSession/text'),
  'error.timeout': same('failure/timedOut'),
  'error.password_rejected.too_short': same('password/issues/too_short', { names: { min: 'min' } }),
  'error.password_rejected.too_long': same('password/issues/too_long', { names: { max: 'max' } }),
  'error.password_rejected.character_types': same('password/issues/character_types', { names: { min: 'min' } }),
  'error.password_rejected.unsupported_characters': same('password/issues/unsupported_characters'),
  'error.password_rejected.pwned': same('password/issues/pwned'),
  'error.password_rejected.restricted_found': own,
  'error.password_rejected.restricted.repetition': same('password/issues/restricted.repetition'),
  'error.password_rejected.restricted.sequence': same('password/issues/restricted.sequence'),
  'error.password_rejected.restricted.user_info': same('password/issues/restricted.user_info'),
  'error.password_rejected.restricted.words': same('password/issues/restricted.words'),
  'error.sso_not_enabled': same('sso/none'),
  'error.invalid_link': same('oneTimeToken/failed'),
  'error.invalid_link_description': same('oneTimeToken/other'),
  'error.captcha_verification_failed': same('failure/captchaFailed'),
  'error.terms_acceptance_required': same('terms/required'),
  'error.terms_acceptance_required_description': own,
  'error.something_went_wrong': same('error/title'),

  'list.or': textOf('providers/or'),
  'list.and': { like: 'description.and' },
  'list.separator': own,

  'mfa.totp': same('factors/names/Totp'),
  'mfa.webauthn': same('factors/names/WebAuthn'),
  'mfa.backup_code': same('factors/names/BackupCode'),
  'mfa.email_verification_code': same('factors/names/EmailVerificationCode'),
  'mfa.phone_verification_code': same('factors/names/PhoneVerificationCode'),
  'mfa.link_totp_description': same('factors/link/Totp'),
  'mfa.link_webauthn_description': same('factors/link/WebAuthn'),
  'mfa.link_backup_code_description': same('factors/link/BackupCode'),
  'mfa.link_email_verification_code_description': same('factors/link/EmailVerificationCode'),
  'mfa.link_email_2fa_description': textOf('factors/link/EmailVerificationCode'),
  'mfa.link_phone_verification_code_description': same('factors/link/PhoneVerificationCode'),
  'mfa.link_phone_2fa_description': textOf('factors/link/PhoneVerificationCode'),
  'mfa.verify_totp_description': same('factors/verify/Totp'),
  'mfa.verify_webauthn_description': same('factors/verify/WebAuthn'),
  'mfa.verify_backup_code_description': same('factors/verify/BackupCode'),
  'mfa.verify_email_verification_code_description': same('factors/verify/EmailVerificationCode'),
  'mfa.verify_phone_verification_code_description': same('factors/verify/PhoneVerificationCode'),
  'mfa.send_to_email': same('factors/sendTo', { names: { identifier: 'identifier' } }),
  'mfa.send_to_phone': textOf('factors/sendTo', { names: { identifier: 'identifier' } }),
  'mfa.add_mfa_factors': same('factors/linkTitle'),
  'mfa.add_mfa_description': same('factors/linkText'),
  'mfa.add_another_mfa_factor': same('factors/moreTitle'),
  'mfa.add_another_mfa_description': same('factors/moreText'),
  'mfa.verify_mfa_factors': same('factors/verifyTitle'),
  'mfa.verify_mfa_description': same('factors/verifyText'),
  'mfa.add_authenticator_app': same('factors/appTitle'),
  'mfa.step': own,
  'mfa.scan_qr_code': own,
  'mfa.scan_qr_code_description': same('factors/scan'),
  'mfa.qr_code_not_available': own,
  'mfa.copy_and_paste_key': own,
  'mfa.copy_and_paste_key_description': own,
  'mfa.want_to_scan_qr_code': own,
  'mfa.enter_one_time_code': own,
  'mfa.enter_one_time_code_link_description': textOf('factors/verify/Totp'),
  'mfa.enter_one_time_code_description': textOf('factors/verify/Totp'),
  'mfa.enter_email_verification_code': own,
  'mfa.enter_email_verification_code_description': textOf('verificationCode/sent', {
    names: { identifier: 'address' },
  }),
  'mfa.enter_phone_verification_code': own,
  'mfa.enter_phone_verification_code_description': textOf('verificationCode/sent', {
    names: { identifier: 'address' },
  }),
  'mfa.link_another_mfa_factor': same('factors/otherFactor'),
  'mfa.save_backup_code': same('factors/codesTitle'),
  'mfa.save_backup_code_description': same('factors/codesText'),
  'mfa.backup_code_hint': same('factors/codesHint'),
  'mfa.enter_a_backup_code': same('factors/enterBackupCode'),
  'mfa.enter_backup_code_description': textOf('factors/verify/BackupCode'),
  'mfa.create_a_passkey': same('factors/createPasskey'),
  'mfa.create_passkey_description': same('factors/createPasskeyText'),
  'mfa.try_another_verification_method': same('factors/otherWay'),
  'mfa.verify_via_passkey': same('factors/usePasskey'),
  'mfa.verify_via_passkey_description': textOf('factors/verify/WebAuthn'),
  'mfa.secret_key_copied': own,
  'mfa.backup_code_copied': own,
  'mfa.webauthn_not_ready': own,
  'mfa.webauthn_not_supported': same('factors/unsupported'),
  'mfa.webauthn_failed_to_create': same('factors/createFailed'),
  'mfa.webauthn_failed_to_verify': same('factors/verifyFailed'),

  'development_tenant.notification': own,

  [`${scope}.custom_data`]: same('consent/scopes/custom_data/0'),
  [`${scope}.email`]: same('consent/scopes/email/0'),
  [`${scope}.phone`]: same('consent/scopes/phone/0'),
  [`${scope}.profile`]: same('consent/scopes/profile/0'),
  [`${scope}.roles`]: same('consent/scopes/roles/0'),
  [`${scope}.identities`]: same('consent/scopes/identities/0'),
  [`${scope}.${scopes.organizations}`]: same('consent/scopes/organizations/0'),
  [`${scope}.${scopes.organizationRoles}`]: same('consent/scopes/organization_roles/0'),
  [`${scope}.address`]: same('consent/scopes/address/0'),

  'profile.name': same('extraProfile/names/name'),
  'profile.avatar': same('extraProfile/names/avatar'),
  'profile.givenName': same('extraProfile/names/givenName'),
  'profile.familyName': same('extraProfile/names/familyName'),
  'profile.middleName': same('extraProfile/names/middleName'),
  'profile.fullname': same('extraProfile/names/fullname'),
  'profile.nickname': same('extraProfile/names/nickname'),
  'profile.preferredUsername': own,
  'profile.profile': same('extraProfile/names/profile'),
  'profile.website': same('extraProfile/names/website'),
  'profile.gender': same('extraProfile/names/gender'),
  'profile.birthdate': same('extraProfile/names/birthdate'),
  'profile.zoneinfo': same('extraProfile/names/zoneinfo'),
  'profile.locale': same('extraProfile/names/locale'),
  'profile.address.formatted': same('extraProfile/names/formatted'),
  'profile.address.streetAddress': same('extraProfile/names/streetAddress'),
  'profile.address.locality': same('extraProfile/names/locality'),
  'profile.address.region': same('extraProfile/names/region'),
  'profile.address.postalCode': same('extraProfile/names/postalCode'),
  'profile.address.country': same('extraProfile/names/country'),
  'profile.gender_options.female': own,
  'profile.gender_options.male': own,
  'profile.gender_options.prefer_not_to_say': own,

  'action.sign_in_via_passkey': same('factors/signInWithPasskey'),
  'action.edit': custom(['account/common/edit']),
  'action.remove': custom(['account/common/remove']),
  'action.save': custom(['account/common/save']),
  ...unused('action', 'done'),

  'description.password_expired': same('forgotPassword/expiredTitle'),
  'description.password_expiration_reset': same('forgotPassword/expiredSub'),
  'description.username_character.lowercase': same('identifier/usernameKinds/lowercase'),
  'description.username_character.uppercase': same('identifier/usernameKinds/uppercase'),
  'description.username_character.number': same('identifier/usernameKinds/numbers'),
  'description.username_character.underscore': same('identifier/usernameKinds/underscore'),
  'description.username_requirement.characters': same('identifier/usernameCharacters', { only: 'kinds' }),
  'description.username_requirement.length': same('identifier/usernameLength', { names: { min: 'min', max: 'max' } }),
  'description.device_activation': custom(['device/title']),
  'description.device_activation_description': custom(['device/ask']),
  'description.device_activation_error_description': custom(['device/failed']),
  'description.device_activation_success': custom(['device/doneTitle']),
  'description.device_activation_success_description': custom(['device/done']),
  ...unused(
    'description',
    'choose_verification_method enter_username_policy_description reset_password_magic_link_description username_requirements verify_identity',
  ),
  ...unused(
    'description.verification_method',
    'email_verification_code passkey passkey_description password password_description phone_verification_code verification_code_description',
  ),

  'error.access_denied': same('error/known/oidc.access_denied'),
  'error.application_access_denied': same('refusal/text', { words: ['refusal/text', 'refusal/textOnly'] }),
  'error.device_code_required': custom(['device/missing']),
  'error.device_flow_aborted': custom(['device/aborted']),
  'error.invalid_device_code': custom(['device/wrong']),
  'error.account_suspended': same('oneTimeToken/reasons/user.suspended'),
  ...unused(
    'error',
    'account_suspended_description feature_not_enabled send_verification_code_failed send_verification_code_failed_use_password username_lowercase_not_allowed username_numbers_not_allowed username_too_long username_too_short username_underscore_not_allowed username_uppercase_not_allowed',
  ),

  'input.code': same('verificationCode/label'),

  'mfa.enable_mfa': same('factors/turnOn'),
  'mfa.onboarding': same('factors/turnOnTitle'),
  'mfa.onboarding_description': same('factors/linkTextOptional'),
  ...unused('mfa', 'new_backup_codes_generated replace_authenticator_app'),

  'passkey_sign_in.setup_page.title': same('factors/offerTitle'),
  'passkey_sign_in.setup_page.description': textOf('factors/createPasskeyText', {
    words: ['factors/createPasskeyText'],
  }),
  ...unused('passkey_sign_in', 'setup_page.subtitle trigger_conditional_ui_failed'),

  'profile.avatar_upload.upload': same('extraProfile/choosePicture', {
    words: ['extraProfile/choosePicture', 'account/profile/choosePicture'],
  }),
  'profile.avatar_upload.remove': same('extraProfile/removePicture', {
    words: ['extraProfile/removePicture', 'account/profile/removePicture'],
  }),
  'profile.avatar_upload.error_file_size': same('extraProfile/pictureTooLarge', {
    words: ['extraProfile/pictureTooLarge', 'account/profile/pictureTooLarge'],
  }),
  'profile.avatar_upload.error_file_type': same('extraProfile/pictureBroken', {
    words: ['extraProfile/pictureBroken', 'account/profile/pictureBroken'],
  }),
  ...unused(
    'profile.avatar_upload',
    'crop_title error_crop error_save error_storage_not_configured error_upload hint uploading zoom',
  ),
  'profile.checkbox_value.checked': custom(['account/common/yes']),
  'profile.checkbox_value.unchecked': custom(['account/common/no']),

  'account_center.home.title': custom(['account/title']),
  'account_center.home.description': custom(['account/pages/overview/text']),
  'account_center.page.title': custom(['account/title']),
  'account_center.page.profile_title': custom(['account/pages/profile/title']),
  'account_center.page.profile_description': custom(['account/pages/profile/text']),
  'account_center.page.sidebar_personal_info': custom(['account/pages/profile/title']),
  'account_center.page.sidebar_sessions': custom(['account/pages/devices/title']),
  ...unused('account_center.page', 'security_description security_title sidebar_security support'),

  'account_center.email.title': custom(['account/signIn/addEmail', 'account/signIn/changeEmail']),
  'account_center.email.description': custom(['account/signIn/addressHelp']),
  'account_center.email.success': custom(['account/signIn/emailSaved']),
  'account_center.email.verification_title': custom(['account/signIn/codeTitleEmail']),
  ...unused('account_center.email', 'verification_description verification_required'),
  'account_center.phone.title': custom(['account/signIn/addPhone', 'account/signIn/changePhone']),
  'account_center.phone.description': custom(['account/signIn/addressHelp']),
  'account_center.phone.success': custom(['account/signIn/phoneSaved']),
  'account_center.phone.verification_title': custom(['account/signIn/codeTitlePhone']),
  ...unused('account_center.phone', 'verification_description verification_required'),
  'account_center.username.title': custom(['account/signIn/addUsername', 'account/signIn/changeUsername']),
  'account_center.username.success': custom(['account/signIn/usernameSaved']),
  ...unused('account_center.username', 'description policy_description'),
  'account_center.password.title': custom(['account/signIn/setPassword', 'account/signIn/changePassword']),
  'account_center.password.description': custom(['account/signIn/passwordHelp']),
  'account_center.password.success': custom(['account/signIn/passwordSaved']),

  'account_center.verification.title': custom(['account/verify/title']),
  'account_center.verification.no_available_methods_description': custom(['account/verify/none']),
  ...unused(
    'account_center.verification',
    'description error_invalid_code error_send_failed error_verify_failed no_available_methods_title try_another_method verification_required',
  ),
  'account_center.password_verification.title': custom(['account/verify/title']),
  'account_center.password_verification.description': custom(['account/verify/password']),
  'account_center.password_verification.error_failed': custom(['account/verify/wrong']),
  'account_center.code_verification.send': custom(['account/verify/sendCode', 'account/signIn/sendCode']),
  ...unused('account_center.code_verification', 'resend resend_countdown'),
  ...unused(
    'account_center.email_verification',
    'description email_label error_invalid_code error_send_failed error_verify_failed not_received prepare_description resend resend_action resend_countdown send title',
  ),
  ...unused(
    'account_center.phone_verification',
    'description error_invalid_code error_send_failed error_verify_failed phone_label prepare_description resend resend_countdown send title',
  ),
  ...unused('account_center.verification_method.email', 'description name'),
  ...unused('account_center.verification_method.password', 'description name'),
  ...unused('account_center.verification_method.phone', 'description name'),

  'account_center.mfa.backup_code_requires_other_mfa': custom(['account/security/codesNeedOther']),
  ...unused(
    'account_center.mfa',
    'backup_code_already_added backup_code_not_enabled passkey_already_registered passkey_not_enabled totp_already_added totp_not_enabled',
  ),
  'account_center.backup_code.title': custom(['account/security/codes']),
  'account_center.backup_code.generate_new': custom(['account/security/newCodes']),
  ...unused('account_center.backup_code', 'copy_hint description generate_new_title'),

  'account_center.passkey.title': custom(['account/security/passkeys']),
  'account_center.passkey.add_passkey': custom(['account/security/addPasskey']),
  'account_center.passkey.added': custom(['account/security/passkeySaved']),
  'account_center.passkey.name_input_label': custom(['account/security/passkeyName']),
  'account_center.passkey.name_passkey_description': custom(['account/security/passkeyNameHelp']),
  'account_center.passkey.rename_passkey': custom(['account/security/renameTitle']),
  'account_center.passkey.renamed': custom(['account/security/renamed']),
  'account_center.passkey.delete_confirmation_description': custom(['account/security/removePasskey']),
  'account_center.passkey.unnamed': custom(['account/security/passkey']),
  ...unused(
    'account_center.passkey',
    'add_another_description add_another_title delete_confirmation_title deleted last_used name_this_passkey never_used rename_description',
  ),

  'account_center.security.add': custom(['account/common/add']),
  'account_center.security.change': custom(['account/common/change']),
  'account_center.security.remove': custom(['account/common/remove']),
  'account_center.security.not_set': custom(['account/common/notSet']),
  'account_center.security.email': custom(['account/signIn/email']),
  'account_center.security.phone': custom(['account/signIn/phone']),
  'account_center.security.password': custom(['account/signIn/password']),
  'account_center.security.remove_email_confirmation_description': custom(['account/signIn/removeEmail']),
  'account_center.security.remove_phone_confirmation_description': custom(['account/signIn/removePhone']),
  'account_center.security.remove_username_confirmation_description': custom(['account/signIn/removeUsername']),
  'account_center.security.social_sign_in': custom(['account/links/providers']),
  'account_center.security.social_not_linked': custom(['account/links/notLinked']),
  'account_center.security.two_step_verification': custom(['account/pages/security/title']),
  'account_center.security.authenticator_app': custom(['account/security/app']),
  'account_center.security.backup_codes': custom(['account/security/codes']),
  'account_center.security.backup_codes_count_other': custom(['account/security/codesLeft'], 'count'),
  'account_center.security.passkeys': custom(['account/security/passkeys']),
  'account_center.security.no_verification_method_warning': custom(['account/verify/none']),
  'account_center.security.account_removal': custom(['account/data/deleteTitle']),
  'account_center.security.delete_account': custom(['account/data/deleteAction']),
  'account_center.security.delete_your_account': custom(['account/data/deleteTitle']),
  ...unused(
    'account_center.security',
    'backup_codes_count_one configured disable_2_step_verification email_phone email_removed email_verification_code manage not_configured passkey_sign_in_prompt passkey_sign_in_prompt_description passkeys_count_one passkeys_count_other phone_removed phone_verification_code remove_email_confirmation_title remove_phone_confirmation_title remove_username_confirmation_title turn_off_2_step_verification turn_off_2_step_verification_description turn_on_2_step_verification_description username_removed view',
  ),

  'account_center.sessions.page_title': custom(['account/pages/devices/title']),
  'account_center.sessions.page_description': custom(['account/pages/devices/text']),
  'account_center.sessions.title': custom(['account/devices/sessions']),
  'account_center.sessions.current_session': custom(['account/devices/thisOne']),
  'account_center.sessions.loading': custom(['account/common/loading']),
  'account_center.sessions.revoke_session': custom(['account/devices/signOut']),
  'account_center.sessions.revoke_session_title': custom(['account/devices/signOutTitle'], 'what'),
  'account_center.sessions.revoke_session_description': custom(['account/devices/signOutText']),
  'account_center.sessions.third_party_apps_title': custom(['account/devices/applications']),
  'account_center.sessions.no_third_party_apps': custom(['account/devices/noApplications']),
  'account_center.sessions.revoke_grant': custom(['account/devices/takeBack']),
  'account_center.sessions.revoke_grant_title': custom(['account/devices/takeBackTitle'], 'name'),
  'account_center.sessions.revoke_grant_description': custom(['account/devices/takeBackText']),
  ...unused(
    'account_center.sessions',
    'granted_at no_other_sessions revoke_grant_failed signed_in_at third_party_apps_load_failed',
  ),

  'account_center.social.linked': custom(['account/links/linked'], 'name'),
  'account_center.social.removed': custom(['account/links/unlinked'], 'name'),
  'account_center.social.remove_confirmation_title': custom(['account/links/unlinkTitle'], 'name'),
  'account_center.social.remove_confirmation_description': custom(['account/links/unlinkText']),
  ...unused('account_center.social', 'not_enabled'),

  'account_center.update_success.email.title': custom(['account/signIn/emailSaved']),
  'account_center.update_success.phone.title': custom(['account/signIn/phoneSaved']),
  'account_center.update_success.username.title': custom(['account/signIn/usernameSaved']),
  'account_center.update_success.password.title': custom(['account/signIn/passwordSaved']),
  'account_center.update_success.passkey.title': custom(['account/security/passkeySaved']),
  'account_center.update_success.totp.title': custom(['account/security/appSaved']),
  'account_center.update_success.backup_code.title': custom(['account/security/codesSaved']),
  'account_center.update_success.social.title': custom(['account/links/linked'], 'name'),
  'account_center.update_success.default.title': custom(['account/common/saved']),
  ...unused(
    'account_center.update_success',
    'backup_code.description default.description email.description passkey.description password.description phone.description social.description totp.description totp_replaced.description totp_replaced.title username.description',
  ),
};

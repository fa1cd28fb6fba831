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

export type WireEntry = {
  /** Our phrase with the same meaning. Entries with neither `text` nor `like` have a text in the files of this folder. */
  text?: PhrasePath;
  /** Another wire key with the same text. */
  like?: string;
  /** Phrases of our pages that a tenant's text of this key replaces. */
  words?: readonly (PhrasePath | VariantPath)[];
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

/**
 * The pages show one plural form for all numbers: the one for many, which fits the usual lengths, else the general one.
 */
const count = { names: { count: 'min' } };
const typed = { names: { type: 'kind', value: 'address' } };
const providerName = { inline: { name: 'providers/unnamed' } } as const;

const scope = 'user_scopes.descriptions';

/**
 * All phrase keys of the wire, in the order of its documentation. If several customized keys map to the same phrase,
 * the first one in this table is used.
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
};

/**
 * Every operation of the wire: its success statuses, then each error status with its codes. `~` marks an operation that
 * Postern does not serve yet. The test fails as soon as it is served, so that the mark is removed.
 */
const index = `
# Applications, SAML applications, systems
GET /api/applications 200 | 400 request.invalid_input
POST /api/applications 200 | 400 application.saml.use_saml_app_api application.protected_app_metadata_is_required application.invalid_third_party_application_type | 403 subscription.limit_exceeded | 404 entity.not_found | 422 application.invalid_subdomain application.device_flow_native_only | 500 | 501 application.protected_app_not_configured
GET /api/applications/:id 200 | 404 entity.not_exists_with_id
PATCH /api/applications/:id 200 | 400 application.saml.use_saml_app_api application.protected_application_only | 404 entity.not_exists_with_id | 422 application.protected_application_misconfigured application.device_flow_not_changeable | 500 entity.not_exists | 501 application.protected_app_not_configured
DELETE /api/applications/:id 204 | 400 application.saml.use_saml_app_api | 404 entity.not_exists_with_id | 422 application.should_delete_custom_domains_first | 501 application.protected_app_not_configured
PATCH /api/applications/:applicationId/custom-data 200
GET /api/applications/:applicationId/access-control 200 | 404 entity.not_exists_with_id
PUT /api/applications/:applicationId/access-control 200 | 400 | 404 entity.not_exists_with_id entity.relation_foreign_key_not_found | 422 request.invalid_input entity.db_constraint_violated
GET /api/applications/:applicationId/roles 200 | 400 request.invalid_input | 404 entity.not_exists_with_id | 422 application.invalid_type
POST /api/applications/:applicationId/roles 201 | 404 entity.not_exists_with_id | 422 application.invalid_type application.invalid_role_type
PUT /api/applications/:applicationId/roles 200 | 404 entity.not_exists_with_id | 422 application.invalid_type
DELETE /api/applications/:applicationId/roles/:roleId 204 | 404 entity.not_exists_with_id | 422 application.invalid_type
GET /api/applications/:id/protected-app-metadata/custom-domains 200 | 400 domain.cloudflare_response_error | 404 entity.not_exists_with_id | 501 domain.not_configured application.protected_app_not_configured domain.cloudflare_data_missing
POST /api/applications/:id/protected-app-metadata/custom-domains 201 | 400 domain.cloudflare_response_error | 404 entity.not_exists_with_id | 422 domain.limit_to_one_domain domain.domain_is_not_allowed | 501 application.protected_app_not_configured
DELETE /api/applications/:id/protected-app-metadata/custom-domains/:domain 204 | 400 domain.cloudflare_response_error | 404 application.custom_domain_not_found entity.not_exists_with_id | 501 application.protected_app_not_configured
GET /api/applications/:id/organizations 200 | 404 entity.not_exists_with_id
DELETE /api/applications/:id/legacy-secret 200 | 400 | 404 entity.not_exists_with_id
GET /api/applications/:id/secrets 200 | 404 entity.not_exists_with_id
POST /api/applications/:id/secrets 201 | 400 request.invalid_input
DELETE /api/applications/:id/secrets/:name 204 | 404 entity.not_exists_with_id
PATCH /api/applications/:id/secrets/:name 200 | 400 | 404 entity.not_exists_with_id
POST /api/applications/:applicationId/user-consent-scopes 201 | 404 entity.not_exists_with_id | 422 application.third_party_application_only application.user_consent_scopes_not_found application.consent_management_api_scopes_not_allowed
GET /api/applications/:applicationId/user-consent-scopes 200 | 404 entity.not_exists_with_id
DELETE /api/applications/:applicationId/user-consent-scopes/:scopeType/:scopeId 204 | 404 entity.not_exists_with_id
PUT /api/applications/:applicationId/sign-in-experience 200/201 | 404 entity.not_exists_with_id | 422
GET /api/applications/:applicationId/sign-in-experience 200 | 404 entity.not_exists_with_id
GET /api/applications/:id/users/:userId/consent-organizations 200 | 404 entity.not_exists_with_id | 422
PUT /api/applications/:id/users/:userId/consent-organizations 204 | 404 entity.not_exists_with_id | 422 organization.require_membership
POST /api/applications/:id/users/:userId/consent-organizations 201 | 404 entity.not_exists_with_id | 422 organization.require_membership
DELETE /api/applications/:id/users/:userId/consent-organizations/:organizationId 204 | 404 entity.not_exists_with_id | 422
GET /api/systems/application 200 | 501 application.protected_app_not_configured
POST /api/saml-applications 201 | 400 | 403 subscription.limit_exceeded | 422 application.saml.acs_url_binding_not_supported
GET /api/saml-applications/:id 200 | 404 entity.not_exists_with_id | 422 application.saml.saml_application_only
PATCH /api/saml-applications/:id 200 | 404 entity.not_exists_with_id | 422 application.saml.saml_application_only
DELETE /api/saml-applications/:id 204 | 404 entity.not_exists_with_id | 422 application.saml.saml_application_only
POST /api/saml-applications/:id/secrets 201 | 400 application.saml.invalid_certificate_pem_format | 404 entity.not_exists_with_id
GET /api/saml-applications/:id/secrets 200 | 400 application.saml.invalid_certificate_pem_format | 404 entity.not_exists_with_id
DELETE /api/saml-applications/:id/secrets/:secretId 204 | 400 application.saml.can_not_delete_active_secret | 404 entity.not_exists_with_id
PATCH /api/saml-applications/:id/secrets/:secretId 200 | 400 application.saml.invalid_certificate_pem_format | 404 entity.not_exists_with_id

# Users, tokens, secrets, verification codes, sentinel activities
GET /api/users/:userId 200 | 404 entity.not_found
GET /api/users/:userId/custom-data 200
PATCH /api/users/:userId/custom-data 200 | 404 entity.not_found
PATCH /api/users/:userId/profile 200 | 404 entity.not_found
POST /api/users 200 | 400 user.password_and_digest user.password_algorithm_required password.unsupported_encryption_method password.invalid_legacy_password_format password.unsupported_legacy_hash_algorithm role.default_role_missing | 404 | 422 user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.invalid_phone
PATCH /api/users/:userId 200 | 404 entity.not_found | 422 entity.invalid_input user.email_already_in_use user.phone_already_in_use user.username_already_in_use user.identity_already_in_use user.invalid_phone
PATCH /api/users/:userId/password 200 | 422
PATCH /api/users/:userId/password/expiration 200 | 400 sign_in_experiences.password_expiration_not_enabled | 404 entity.not_found
POST /api/users/:userId/password/verify 204 | 404 entity.not_found | 422 session.invalid_credentials
GET /api/users/:userId/has-password 200 | 404 entity.not_found
PATCH /api/users/:userId/is-suspended 200 | 404 entity.not_found
DELETE /api/users/:userId 204 | 400 user.cannot_delete_self | 404 entity.not_found
GET /api/users/:userId/roles 200 | 400 request.invalid_input | 404 entity.not_found
POST /api/users/:userId/roles 201 | 404 entity.not_found | 422 user.invalid_role_type
PUT /api/users/:userId/roles 200 | 404 entity.not_found | 422
DELETE /api/users/:userId/roles/:roleId 204 | 404 entity.not_found
GET /api/users 200 | 400 request.invalid_input
PUT /api/users/:userId/identities/:target 200/201 | 404 entity.not_found | 422 user.identity_already_in_use
POST /api/users/:userId/identities 200 | 404 entity.not_found | 422 session.invalid_connector_id user.identity_already_in_use connector.more_than_one_connector_factory
DELETE /api/users/:userId/identities/:target 200 | 404 user.identity_not_exist entity.not_found
GET /api/users/:userId/identities/:target 200 | 404 user.identity_not_exist entity.not_found
GET /api/users/:userId/organizations 200 | 404 entity.not_found
GET /api/users/:userId/mfa-verifications 200 | 404 entity.not_found
POST /api/users/:userId/mfa-verifications 200 | 404 entity.not_found | 422 user.totp_already_in_use user.totp_secret_invalid user.backup_code_already_in_use session.mfa.backup_code_can_not_be_alone user.wrong_backup_code_format
DELETE /api/users/:userId/mfa-verifications/:verificationId 204 | 404 entity.not_found
GET /api/users/:userId/personal-access-tokens 200 | 404 entity.not_found
POST /api/users/:userId/personal-access-tokens 201 | 400 request.invalid_input
DELETE /api/users/:userId/personal-access-tokens/:name 204 | 404 entity.not_found
PATCH /api/users/:userId/personal-access-tokens/:name 200 | 400 | 404 entity.not_found
GET /api/users/:userId/sso-identities/:ssoConnectorId 200 | 404 user.enterprise_sso_identity_not_exists entity.not_found
GET /api/users/:userId/all-identities 200 | 404 entity.not_found
PATCH /api/users/:userId/personal-access-tokens 200 | 404 entity.not_found | 422 user.personal_access_token_name_exists
POST /api/users/:userId/personal-access-tokens/delete 204 | 404 entity.not_found
GET /api/users/:userId/logto-configs 200 | 404 entity.not_found
PATCH /api/users/:userId/logto-configs 200 | 404 entity.not_found
GET /api/users/:userId/sessions 200
GET /api/users/:userId/sessions/:sessionId 200 | 404 oidc.session_not_found
DELETE /api/users/:userId/sessions/:sessionId 204 | 404 oidc.session_not_found oidc.invalid_session_account_id
GET /api/users/:userId/grants 200
DELETE /api/users/:userId/grants/:grantId 204 | 404 oidc.invalid_grant
POST /api/verification-codes 204 | 400 verification_code.phone_email_empty | 404 entity.not_found | 429 request.message_rate_limited | 501 connector.not_found
POST /api/verification-codes/verify 204 | 400 verification_code.not_found verification_code.phone_mismatch verification_code.email_mismatch verification_code.expired verification_code.exceed_max_try verification_code.code_mismatch
POST /api/subject-tokens 201 | 403 subscription.limit_exceeded | 404
GET /api/one-time-tokens 200 | 400
GET /api/one-time-tokens/:id 200 | 400 | 404 entity.not_exists_with_id entity.not_found
POST /api/one-time-tokens 201 | 400
POST /api/one-time-tokens/verify 200 | 400 one_time_token.email_mismatch one_time_token.token_expired one_time_token.token_consumed one_time_token.token_revoked one_time_token.cannot_reactivate_token | 404 one_time_token.token_not_found
PUT /api/one-time-tokens/:id/status 200 | 400 one_time_token.cannot_reactivate_token | 404 entity.not_exists_with_id entity.not_found
DELETE /api/one-time-tokens/:id 204 | 400 | 404 entity.not_found
POST /api/sentinel-activities/delete 204
DELETE /api/secrets/:id 204 | 404 entity.not_found

# API resources, scopes, roles
GET /api/resources 200
POST /api/resources 201 | 403 subscription.limit_exceeded | 422 resource.resource_identifier_in_use
GET /api/resources/:id 200 | 404 entity.not_exists_with_id
PATCH /api/resources/:id 200 | 400 resource.cannot_modify_management_api | 404 entity.not_exists_with_id
PATCH /api/resources/:id/is-default 200 | 404 entity.not_exists_with_id
DELETE /api/resources/:id 204 | 400 resource.cannot_delete_management_api | 404 entity.not_exists_with_id
GET /api/resources/:resourceId/scopes 200 | 400 request.invalid_input
POST /api/resources/:resourceId/scopes 201 | 400 scope.name_with_space resource.cannot_modify_management_api | 403 subscription.limit_exceeded | 404 entity.not_exists_with_id | 422 scope.name_exists
PATCH /api/resources/:resourceId/scopes/:scopeId 200 | 400 resource.cannot_modify_management_api scope.name_with_space | 404 entity.not_exists_with_id | 422 scope.name_exists
DELETE /api/resources/:resourceId/scopes/:scopeId 204 | 400 resource.cannot_modify_management_api | 404 entity.not_exists_with_id
GET /api/roles 200 | 400 request.invalid_input
POST /api/roles 200 | 400 role.management_api_scopes_not_assignable_to_user_role | 403 subscription.limit_exceeded | 404 entity.not_found | 422 role.name_in_use role.scope_exists
GET /api/roles/:id 200 | 404 entity.not_exists_with_id
PATCH /api/roles/:id 200 | 404 entity.not_exists_with_id | 422 role.name_in_use
DELETE /api/roles/:id 204 | 404 entity.not_exists_with_id
GET /api/roles/:id/users 200 | 400 request.invalid_input | 404 entity.not_exists_with_id
POST /api/roles/:id/users 201 | 404 entity.not_exists_with_id | 422 role.user_exists
DELETE /api/roles/:id/users/:userId 204 | 404 entity.not_exists_with_id
GET /api/roles/:id/applications 200/204 | 400 request.invalid_input | 404 entity.not_exists_with_id
POST /api/roles/:id/applications 201 | 404 entity.not_exists_with_id | 422 role.application_exists
DELETE /api/roles/:id/applications/:applicationId 204 | 404 entity.not_exists_with_id
GET /api/roles/:id/scopes 200 | 400 request.invalid_input | 404 entity.not_exists_with_id
POST /api/roles/:id/scopes 201 | 400 role.management_api_scopes_not_assignable_to_user_role | 403 subscription.limit_exceeded | 404 entity.not_exists_with_id | 422 role.scope_exists
DELETE /api/roles/:id/scopes/:scopeId 204 | 404 entity.not_exists_with_id

# Organizations, their roles, scopes and invitations
GET /api/organization-roles/:id 200 | 404 entity.not_found
PATCH /api/organization-roles/:id 200 | 404 entity.not_exists | 422 entity.unique_integrity_violation
DELETE /api/organization-roles/:id 204 | 404 entity.not_found
GET /api/organization-roles 200
POST /api/organization-roles 201 | 422 entity.unique_integrity_violation
GET /api/organization-roles/:id/scopes 200 | 404 entity.not_exists_with_id
POST /api/organization-roles/:id/scopes 201 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
PUT /api/organization-roles/:id/scopes 204 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
DELETE /api/organization-roles/:id/scopes/:organizationScopeId 204 | 404 entity.not_found | 422
GET /api/organization-roles/:id/resource-scopes 200 | 404 entity.not_exists_with_id
POST /api/organization-roles/:id/resource-scopes 201 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
PUT /api/organization-roles/:id/resource-scopes 204 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
DELETE /api/organization-roles/:id/resource-scopes/:scopeId 204 | 404 entity.not_found | 422
GET /api/organization-scopes 200
POST /api/organization-scopes 201 | 422 entity.unique_integrity_violation
GET /api/organization-scopes/:id 200 | 404 entity.not_exists_with_id
PATCH /api/organization-scopes/:id 200 | 404 entity.not_exists | 422 entity.unique_integrity_violation
DELETE /api/organization-scopes/:id 204 | 404 entity.not_found
GET /api/organization-invitations/:id 200 | 404 entity.not_found
DELETE /api/organization-invitations/:id 204 | 404 entity.not_found
GET /api/organization-invitations 200
POST /api/organization-invitations 201 | 400 request.invalid_input | 422 | 429 request.message_rate_limited | 501
POST /api/organization-invitations/:id/message 204 | 404 entity.not_found | 429 request.message_rate_limited | 501 connector.not_found
PUT /api/organization-invitations/:id/status 200 | 404 entity.not_found | 422 request.invalid_input | 501 connector.not_found
POST /api/organizations 201 | 403 subscription.limit_exceeded | 422 entity.unique_integrity_violation
GET /api/organizations/:id 200 | 404 entity.not_exists_with_id
PATCH /api/organizations/:id 200 | 404 entity.not_exists | 422 entity.unique_integrity_violation
DELETE /api/organizations/:id 204 | 404 entity.not_found
GET /api/organizations 200
POST /api/organizations/:id/users 201 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
PUT /api/organizations/:id/users 204 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
DELETE /api/organizations/:id/users/:userId 204 | 404 entity.not_found | 422
GET /api/organizations/:id/users 200 | 404 entity.not_exists_with_id
POST /api/organizations/:id/users/roles 201 | 422
GET /api/organizations/:id/users/:userId/roles 200 | 422 organization.require_membership
POST /api/organizations/:id/users/:userId/roles 201 | 422 organization.require_membership organization.role_names_not_found
PUT /api/organizations/:id/users/:userId/roles 204 | 422 organization.require_membership organization.role_names_not_found
DELETE /api/organizations/:id/users/:userId/roles/:organizationRoleId 204 | 404 | 422 organization.require_membership
GET /api/organizations/:id/users/:userId/scopes 200 | 422 organization.require_membership
POST /api/organizations/:id/applications 201 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
PUT /api/organizations/:id/applications 204 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
DELETE /api/organizations/:id/applications/:applicationId 204 | 404 entity.not_found | 422
GET /api/organizations/:id/applications 200 | 404 entity.not_exists_with_id
POST /api/organizations/:id/applications/roles 201 | 422
GET /api/organizations/:id/applications/:applicationId/roles 200 | 422 organization.require_membership
POST /api/organizations/:id/applications/:applicationId/roles 201 | 422 organization.require_membership
PUT /api/organizations/:id/applications/:applicationId/roles 204 | 422 organization.require_membership
DELETE /api/organizations/:id/applications/:applicationId/roles/:organizationRoleId 204 | 404 | 422 organization.require_membership
GET /api/organizations/:id/jit/email-domains 200
POST /api/organizations/:id/jit/email-domains 201
PUT /api/organizations/:id/jit/email-domains 204
DELETE /api/organizations/:id/jit/email-domains/:emailDomain 204 | 404
GET /api/organizations/:id/jit/roles 200 | 404 entity.not_exists_with_id
POST /api/organizations/:id/jit/roles 201 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
PUT /api/organizations/:id/jit/roles 204 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
DELETE /api/organizations/:id/jit/roles/:organizationRoleId 204 | 404 entity.not_found | 422
GET /api/organizations/:id/jit/sso-connectors 200 | 404 entity.not_exists_with_id
POST /api/organizations/:id/jit/sso-connectors 201 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
PUT /api/organizations/:id/jit/sso-connectors 204 | 422 entity.relation_foreign_key_not_found entity.db_constraint_violated
DELETE /api/organizations/:id/jit/sso-connectors/:ssoConnectorId 204 | 404 entity.not_found | 422

# Connectors, SSO connectors, email templates
POST /api/connectors 200 | 400 connector.should_specify_target connector.cannot_overwrite_metadata_for_non_standard_connector | 403 subscription.limit_exceeded | 404 entity.not_found | 422 connector.not_found_with_connector_id connector.multiple_instances_not_supported connector.multiple_target_with_same_platform request.feature_not_supported connector.token_storage_not_supported connector.more_than_one_connector_factory
GET /api/connectors 200 | 400 connector.more_than_one_email connector.more_than_one_sms connector.multiple_target_with_same_platform | 404 entity.not_found | 422 connector.more_than_one_connector_factory
GET /api/connectors/:id 200 | 400 connector.not_found | 404 entity.not_found | 422 connector.more_than_one_connector_factory
PATCH /api/connectors/:id 200 | 400 connector.not_found connector.can_not_modify_target connector.cannot_overwrite_metadata_for_non_standard_connector | 404 entity.not_found | 422 connector.invalid_type_for_syncing_profile request.feature_not_supported connector.token_storage_not_supported connector.more_than_one_connector_factory
DELETE /api/connectors/:id 204 | 404 entity.not_found | 422 connector.more_than_one_connector_factory sign_in_experiences.password_expiration_requires_forgot_password
POST /api/connectors/:factoryId/test 204 | 400 connector.not_found connector.unexpected_type | 404 entity.not_found | 422 connector.more_than_one_connector_factory
POST /api/connectors/:connectorId/authorization-uri 200 | 400 session.insufficient_info connector.unexpected_type | 404 entity.not_found | 422 connector.more_than_one_connector_factory
GET /api/connector-factories 200 | 422 connector.more_than_one_connector_factory
GET /api/connector-factories/:id 200 | 404 entity.not_found | 422 connector.more_than_one_connector_factory
GET /api/sso-connector-providers 200
POST /api/sso-connectors 200 | 400 connector.token_storage_not_supported connector.invalid_config | 403 subscription.limit_exceeded | 409 single_sign_on.duplicate_connector_name | 422 connector.not_found request.feature_not_supported single_sign_on.forbidden_domains single_sign_on.duplicated_domains
GET /api/sso-connectors 200
GET /api/sso-connectors/:id 200 | 404 connector.not_found entity.not_exists_with_id
DELETE /api/sso-connectors/:id 204 | 404 entity.not_exists_with_id
PATCH /api/sso-connectors/:id 200 | 400 connector.token_storage_not_supported connector.invalid_config | 404 connector.not_found entity.not_exists_with_id | 409 single_sign_on.duplicate_connector_name | 422 request.feature_not_supported single_sign_on.forbidden_domains single_sign_on.duplicated_domains
PUT /api/sso-connectors/:id/idp-initiated-auth-config 200 | 400 single_sign_on.idp_initiated_authentication_not_supported single_sign_on.idp_initiated_authentication_invalid_application_type single_sign_on.idp_initiated_authentication_redirect_uri_not_registered | 403 subscription.limit_exceeded | 404 connector.not_found entity.not_exists_with_id
GET /api/sso-connectors/:id/idp-initiated-auth-config 200 | 404 entity.not_found entity.not_exists_with_id
DELETE /api/sso-connectors/:id/idp-initiated-auth-config 204 | 404 entity.not_exists_with_id
PUT /api/email-templates 200 | 422
GET /api/email-templates 200
GET /api/email-templates/:id 200 | 404 entity.not_exists_with_id
PATCH /api/email-templates/:id/details 200 | 404 entity.not_exists_with_id
DELETE /api/email-templates/:id 204 | 404 entity.not_exists_with_id
DELETE /api/email-templates 200 | 422 connector.email_connector.bulk_deletion_no_filter

# Sign-in experience, account center, custom phrases, profile fields, captcha
GET /api/sign-in-exp 200 | 404
GET /api/sign-in-exp/username-policy/case-sensitivity-conflicts 200
PATCH /api/sign-in-exp 200 | 400 custom_profile_fields.entity_not_exists_with_names sign_in_experiences.forgot_password_method_requires_connector sign_in_experiences.unsupported_default_language sign_in_experiences.missing_sign_up_identifiers sign_in_experiences.duplicated_sign_up_identifiers sign_in_experiences.passwordless_requires_verify sign_in_experiences.enabled_connector_not_found sign_in_experiences.at_least_one_authentication_factor sign_in_experiences.code_sign_in_must_be_enabled sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in sign_in_experiences.duplicated_mfa_factors sign_in_experiences.backup_code_cannot_be_enabled_alone sign_in_experiences.email_verification_code_cannot_be_used_for_mfa sign_in_experiences.phone_verification_code_cannot_be_used_for_mfa request.invalid_input sign_in_experiences.invalid_custom_email_blocklist_format | 403 subscription.limit_exceeded | 404 entity.not_found | 409 sign_in_experiences.username_policy_case_conflicts_exist | 422 sign_in_experiences.adaptive_mfa_requires_mfa sign_in_experiences.adaptive_mfa_requires_non_skippable_policy sign_in_experiences.non_adaptive_mfa_requires_skippable_policy connector.more_than_one_connector_factory sign_in_experiences.password_expiration_requires_forgot_password sign_in_experiences.password_expiration_invalid_period_days
POST /api/sign-in-exp/default/check-password 200 | 400 request.invalid_input
POST /api/sign-in-exp/default/custom-ui-assets 200 | 400 guard.file_size_exceeded guard.mime_type_not_allowed guard.can_not_get_tenant_id guard.not_allowed_for_admin_tenant storage.not_configured entity.not_exists | 403 subscription.limit_exceeded | 404 entity.not_exists_with_id | 500 storage.upload_error
GET /api/custom-phrases 200
GET /api/custom-phrases/:languageTag 200 | 404
PUT /api/custom-phrases/:languageTag 201 | 422 localization.invalid_translation_structure
DELETE /api/custom-phrases/:languageTag 204 | 404 | 409 localization.cannot_delete_default_language
GET /api/account-center 200
PATCH /api/account-center 200 | 400 custom_profile_fields.entity_not_exists_with_names request.invalid_input
GET /api/.well-known/account-center 200
GET /api/captcha-provider 200 | 404 entity.not_found
PUT /api/captcha-provider 200 | 403 subscription.limit_exceeded
DELETE /api/captcha-provider 204 | 404
GET /api/custom-profile-fields 200
GET /api/custom-profile-fields/:name 200 | 404 entity.not_found
POST /api/custom-profile-fields 201 | 400 custom_profile_fields.invalid_name custom_profile_fields.name_conflict_built_in_prop custom_profile_fields.name_conflict_custom_data custom_profile_fields.name_conflict_sign_in_identifier custom_profile_fields.invalid_min_max_input custom_profile_fields.invalid_default_value custom_profile_fields.invalid_options custom_profile_fields.invalid_regex_format custom_profile_fields.invalid_address_components custom_profile_fields.invalid_sub_component_type custom_profile_fields.invalid_fullname_components request.invalid_input | 403 subscription.limit_exceeded
POST /api/custom-profile-fields/batch 201 | 400 custom_profile_fields.invalid_name custom_profile_fields.name_conflict_built_in_prop custom_profile_fields.name_conflict_custom_data custom_profile_fields.name_conflict_sign_in_identifier custom_profile_fields.invalid_min_max_input custom_profile_fields.invalid_default_value custom_profile_fields.invalid_options custom_profile_fields.invalid_regex_format custom_profile_fields.invalid_address_components custom_profile_fields.invalid_sub_component_type custom_profile_fields.invalid_fullname_components request.invalid_input | 403 subscription.limit_exceeded
PUT /api/custom-profile-fields/:name 200 | 400 custom_profile_fields.invalid_name custom_profile_fields.name_conflict_built_in_prop custom_profile_fields.name_conflict_custom_data custom_profile_fields.name_conflict_sign_in_identifier custom_profile_fields.invalid_min_max_input custom_profile_fields.invalid_default_value custom_profile_fields.invalid_options custom_profile_fields.invalid_regex_format custom_profile_fields.invalid_address_components custom_profile_fields.invalid_sub_component_type custom_profile_fields.invalid_fullname_components request.invalid_input | 404
DELETE /api/custom-profile-fields/:name 204 | 404
POST /api/custom-profile-fields/properties/sie-order 200 | 400 custom_profile_fields.entity_not_exists_with_names request.invalid_input

# Configs, logs, hooks, dashboard, domains, user assets
GET /api/configs/admin-console 200 | 404
PATCH /api/configs/admin-console 200 | 404
GET /api/configs/oidc/:keyType 200 | 422 request.general
DELETE /api/configs/oidc/:keyType/:keyId 204 | 404 oidc.key_not_found | 422 oidc.key_required oidc.only_previous_key_can_be_deleted
POST /api/configs/oidc/:keyType/rotate 200 | 422 oidc.invalid_request
GET /api/configs/oidc/session 200
PATCH /api/configs/oidc/session 200 | 400
PUT /api/configs/jwt-customizer/:tokenTypePath 200/201 | 400 | 403 subscription.limit_exceeded | 422 jwt_customizer.can_not_create_for_admin_tenant
PATCH /api/configs/jwt-customizer/:tokenTypePath 200 | 400 | 403 subscription.limit_exceeded | 404 entity.not_exists_with_id
GET /api/configs/jwt-customizer 200
GET /api/configs/jwt-customizer/:tokenTypePath 200 | 404 entity.not_exists_with_id
DELETE /api/configs/jwt-customizer/:tokenTypePath 204 | 404 entity.not_found
GET /api/configs/actions 200
GET /api/configs/actions/:actionType 200 | 404 entity.not_exists_with_id
PUT /api/configs/actions/:actionType 200/201 | 400 | 403 subscription.limit_exceeded
PATCH /api/configs/actions/:actionType 200 | 400 | 403 subscription.limit_exceeded | 404 entity.not_exists_with_id
DELETE /api/configs/actions/:actionType 204 | 404 entity.not_exists_with_id
POST /api/configs/actions/test 200/204 | 400 | 422 action.general
GET /api/configs/id-token 200
PUT /api/configs/id-token 200 | 400 | 403 subscription.limit_exceeded
GET /api/cimd/user-consent-scopes 200
POST /api/cimd/user-consent-scopes 201 | 422 application.user_consent_scopes_not_found application.consent_management_api_scopes_not_allowed
DELETE /api/cimd/user-consent-scopes/:scopeType/:scopeId 204 | 404 entity.not_found
POST /api/configs/jwt-customizer/test 200 | 400 | 403 subscription.limit_exceeded | 422 jwt_customizer.general | 500 jwt_customizer.general
GET /api/logs 200 | 400 log.invalid_time_window
GET /api/logs/:id 200 | 404 entity.not_exists_with_id
GET /api/dashboard/users/total 200
GET /api/dashboard/users/new 200
GET /api/dashboard/users/active 200
GET /api/hooks 200
GET /api/hooks/:id 200 | 404 entity.not_exists_with_id
GET /api/hooks/:id/recent-logs 200 | 400 log.invalid_time_window
POST /api/hooks 201 | 400 hook.missing_events | 403 subscription.limit_exceeded
POST /api/hooks/:id/test 204 | 404 entity.not_exists_with_id | 422 hook.endpoint_responded_with_error hook.send_test_payload_failed
PATCH /api/hooks/:id 200 | 404 entity.not_exists
PATCH /api/hooks/:id/signing-key 200 | 404 entity.not_exists
DELETE /api/hooks/:id 204 | 404 entity.not_exists_with_id
GET /api/user-assets/service-status 200
POST /api/user-assets 200 | 400 guard.file_size_exceeded guard.mime_type_not_allowed guard.can_not_get_tenant_id storage.not_configured entity.not_exists | 404 entity.not_exists_with_id | 500 storage.upload_error
GET /api/domains 200 | 400 domain.not_configured domain.cloudflare_data_missing domain.cloudflare_response_error
GET /api/domains/:id 200 | 400 domain.not_configured domain.cloudflare_data_missing domain.cloudflare_response_error | 404 entity.not_exists_with_id
POST /api/domains 201 | 400 domain.not_configured domain.domain_is_not_allowed domain.cloudflare_response_error | 403 subscription.limit_exceeded | 422 domain.exceed_domain_limit domain.domain_in_use
GET /api/domains/:id/verification-files 200 | 404 entity.not_exists_with_id
PUT /api/domains/:id/verification-files 200 | 400 | 404 entity.not_exists_with_id
POST /api/domains/cleanup 200 | 400 domain.not_configured
DELETE /api/domains/:id 204 | 400 domain.not_configured domain.cloudflare_response_error domain.cloudflare_data_missing | 404 entity.not_exists_with_id

# Account API
GET /api/my-account 200
PATCH /api/my-account 200 | 400 account_center.field_not_editable auth.unauthorized user.last_sign_in_method_required | 401 verification_record.permission_denied | 422 user.email_already_in_use user.phone_already_in_use user.username_already_in_use user.identity_already_in_use
PATCH /api/my-account/profile 200 | 400 account_center.field_not_editable auth.unauthorized
POST /api/my-account/password 204 | 400 account_center.field_not_editable | 401 verification_record.permission_denied | 422 password.rejected user.same_password
GET /api/my-account/mfa-settings 200 | 400 account_center.field_not_enabled | 401 auth.unauthorized
PATCH /api/my-account/mfa-settings 200 | 400 account_center.field_not_editable | 401 verification_record.permission_denied auth.unauthorized
GET /api/my-account/identities/:target/access-token 200 | 400 connector.invalid_response | 401 secrets.third_party_token_set.access_token_expired | 403 auth.forbidden | 404 secrets.third_party_token_set.token_not_found entity.not_found connector.not_found | 422 session.invalid_connector_id connector.token_storage_not_supported
GET /api/my-account/sso-identities/:connectorId/access-token 200 | 400 connector.invalid_response | 401 secrets.third_party_token_set.access_token_expired | 403 auth.forbidden | 404 secrets.third_party_token_set.token_not_found entity.not_found connector.not_found | 422 session.invalid_connector_id connector.token_storage_not_supported
PUT /api/my-account/identities/:target/access-token 200 | 400 verification_record.not_found | 401 | 403 auth.forbidden | 422 verification_record.social_verification.invalid_target user.identity_not_exists_in_current_user verification_record.social_verification.token_response_not_found
POST /api/my-account/primary-email 204 | 400 account_center.field_not_editable auth.unauthorized verification_record.not_found session.email_blocklist.invalid_email | 401 verification_record.permission_denied | 422 session.email_blocklist.email_subaddressing_not_allowed session.email_blocklist.email_not_allowed user.email_already_in_use user.phone_already_in_use user.username_already_in_use user.identity_already_in_use | 500 session.email_blocklist.disposable_email_validation_failed
DELETE /api/my-account/primary-email 204 | 400 account_center.field_not_editable auth.unauthorized user.last_sign_in_method_required | 401 verification_record.permission_denied
POST /api/my-account/primary-phone 204 | 400 account_center.field_not_editable auth.unauthorized verification_record.not_found | 401 verification_record.permission_denied | 422 user.email_already_in_use user.phone_already_in_use user.username_already_in_use user.identity_already_in_use user.invalid_phone
DELETE /api/my-account/primary-phone 204 | 400 account_center.field_not_editable auth.unauthorized user.last_sign_in_method_required | 401 verification_record.permission_denied
POST /api/my-account/identities 204 | 400 account_center.field_not_editable verification_record.not_found user.identity_already_in_use | 401 verification_record.permission_denied auth.unauthorized | 422 user.email_already_in_use user.phone_already_in_use user.username_already_in_use user.identity_already_in_use
DELETE /api/my-account/identities/:target 204 | 400 account_center.field_not_editable auth.unauthorized user.last_sign_in_method_required | 401 verification_record.permission_denied | 404 user.identity_not_exist
POST /api/my-account/user-assets/avatar 200 | 400 account_center.field_not_editable guard.file_size_exceeded guard.mime_type_not_allowed storage.not_configured | 401 auth.unauthorized | 500 storage.upload_error
GET /api/my-account/mfa-verifications 200 | 400 account_center.field_not_enabled | 401 auth.unauthorized
POST /api/my-account/mfa-verifications 204 | 400 account_center.field_not_editable session.mfa.mfa_factor_not_enabled session.mfa.invalid_totp_code user.totp_secret_invalid verification_record.not_found | 401 verification_record.permission_denied auth.unauthorized | 422 user.totp_already_in_use user.backup_code_already_in_use session.mfa.backup_code_can_not_be_alone user.wrong_backup_code_format
POST /api/my-account/mfa-verifications/totp-secret/generate 200
POST /api/my-account/mfa-verifications/backup-codes/generate 200
GET /api/my-account/mfa-verifications/backup-codes 200 | 401 verification_record.permission_denied auth.unauthorized | 404 verification_record.not_found
PUT /api/my-account/mfa-verifications/totp 204 | 400 account_center.field_not_editable session.mfa.mfa_factor_not_enabled user.totp_secret_invalid session.mfa.invalid_totp_code | 401 verification_record.permission_denied auth.unauthorized
GET /api/my-account/sessions 200 | 400 account_center.field_not_enabled | 401 verification_record.permission_denied auth.unauthorized
DELETE /api/my-account/sessions/:sessionId 204 | 400 account_center.field_not_editable oidc.session_not_found oidc.invalid_session_account_id | 401 verification_record.permission_denied auth.unauthorized
GET /api/my-account/grants 200 | 400 account_center.field_not_enabled | 401 verification_record.permission_denied auth.unauthorized
DELETE /api/my-account/grants/:grantId 204 | 400 account_center.field_not_editable | 401 verification_record.permission_denied auth.unauthorized | 404 oidc.invalid_grant
PUT /api/my-account/identities 204 | 400 account_center.field_not_editable verification_record.not_found | 401 verification_record.permission_denied auth.unauthorized | 422 user.identity_already_in_use
GET /api/my-account/logto-configs 200 | 400 account_center.field_not_enabled | 401 auth.unauthorized
PATCH /api/my-account/logto-configs 200 | 400 account_center.field_not_editable | 401 verification_record.permission_denied auth.unauthorized
PATCH /api/my-account/mfa-verifications/:verificationId/name 200 | 400 account_center.field_not_editable verification_record.not_found | 401 verification_record.permission_denied auth.unauthorized
DELETE /api/my-account/mfa-verifications/:verificationId 204 | 400 account_center.field_not_editable verification_record.not_found | 401 verification_record.permission_denied auth.unauthorized
POST /api/verifications/password 201 | 400 session.verification_blocked_too_many_attempts | 422
POST /api/verifications/verification-code 201 | 400 verification_code.phone_email_empty | 429 request.message_rate_limited | 501 connector.not_found
POST /api/verifications/verification-code/verify 200 | 400 verification_record.not_found session.verification_blocked_too_many_attempts | 501
POST /api/verifications/social 201 | 400 connector.unexpected_type | 404 | 422
POST /api/verifications/social/verify 200 | 400 verification_record.not_found | 404 | 422
POST /api/verifications/web-authn/registration 200
POST /api/verifications/web-authn/registration/verify 200 | 400 verification_record.not_found session.mfa.pending_info_not_found session.mfa.webauthn_verification_failed | 404

# Experience API
PUT /api/experience 204 | 400 session.not_found | 422 session.captcha_failed
PUT /api/experience/interaction-event 204 | 400 session.not_supported_for_forgot_password | 403 auth.forbidden | 404 session.interaction_not_found
POST /api/experience/identification 201/204 | 400 session.invalid_interaction_type session.email_blocklist.invalid_email session.verification_failed role.default_role_missing | 401 user.suspended | 403 auth.forbidden | 404 session.verification_session_not_found session.interaction_not_found user.user_not_exist user.identity_not_exist user.sso_identity_not_exist | 409 session.identity_conflict | 422 session.sso_enabled session.email_blocklist.email_subaddressing_not_allowed session.email_blocklist.email_not_allowed user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use user.missing_profile user.invalid_phone user.sign_in_method_not_enabled session.not_supported_for_forgot_password session.captcha_required | 500 session.email_blocklist.disposable_email_validation_failed
POST /api/experience/submit 200/204 | 400 session.mfa.mfa_factor_not_enabled | 403 session.mfa.require_mfa_verification | 404 session.identifier_not_found session.interaction_not_found | 422 user.new_password_required_in_profile user.invalid_phone user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use user.missing_profile user.passkey_preferred user.suggest_mfa user.missing_mfa session.mfa.backup_code_required session.mfa.suggest_additional_mfa session.captcha_required
GET /api/experience/interaction 200 | 404 session.interaction_not_found
POST /api/experience/verification/password 200 | 400 session.verification_blocked_too_many_attempts | 401 user.suspended | 404 session.interaction_not_found | 422 session.invalid_credentials password.expired
POST /api/experience/verification/verification-code 200 | 400 session.email_blocklist.invalid_email verification_code.phone_email_empty | 404 session.interaction_not_found | 422 session.captcha_required session.email_blocklist.email_subaddressing_not_allowed session.email_blocklist.email_not_allowed | 429 request.message_rate_limited | 500 session.email_blocklist.disposable_email_validation_failed | 501 connector.not_found
POST /api/experience/verification/verification-code/verify 200 | 400 session.verification_blocked_too_many_attempts verification_code.not_found verification_code.phone_mismatch verification_code.email_mismatch verification_code.expired verification_code.exceed_max_try verification_code.code_mismatch | 404 session.verification_session_not_found session.interaction_not_found | 501
POST /api/experience/verification/mfa-verification-code 200 | 400 session.identifier_not_found session.mfa.mfa_factor_not_enabled session.email_blocklist.invalid_email verification_code.phone_email_empty | 404 session.interaction_not_found | 422 session.email_blocklist.email_subaddressing_not_allowed session.email_blocklist.email_not_allowed | 429 request.message_rate_limited | 500 session.email_blocklist.disposable_email_validation_failed | 501 connector.not_found
POST /api/experience/verification/mfa-verification-code/verify 200 | 400 session.verification_blocked_too_many_attempts verification_code.not_found verification_code.phone_mismatch verification_code.email_mismatch verification_code.expired verification_code.exceed_max_try verification_code.code_mismatch | 404 session.verification_session_not_found session.interaction_not_found | 501
POST /api/experience/verification/social/:connectorId/authorization-uri 200 | 400 session.insufficient_info | 404 session.interaction_not_found | 422 session.invalid_connector_id | 500
POST /api/experience/verification/social/:connectorId/verify 200 | 400 session.csrf_token_mismatch session.google_one_tap.cookie_mismatch | 401 connector.social_auth_code_invalid connector.authorization_failed | 404 session.verification_session_not_found entity.not_found session.interaction_not_found | 422 session.invalid_connector_id
POST /api/experience/verification/sso/:connectorId/authorization-uri 200 | 400 | 404 entity.not_exists_with_id session.interaction_not_found | 500 connector.invalid_config
POST /api/experience/verification/sso/:connectorId/verify 200 | 400 session.connector_session_not_found | 404 session.verification_session_not_found session.interaction_not_found | 500 connector.authorization_failed
POST /api/experience/verification/totp/secret 200 | 400 session.mfa.pending_info_not_found | 404 session.identifier_not_found session.interaction_not_found
POST /api/experience/verification/totp/verify 200 | 400 session.mfa.invalid_totp_code | 404 session.identifier_not_found session.verification_session_not_found session.interaction_not_found | 422 user.invalid_phone
POST /api/experience/verification/web-authn/registration 200 | 400 | 404 session.identifier_not_found
POST /api/experience/verification/web-authn/registration/verify 200 | 400 session.mfa.pending_info_not_found session.mfa.webauthn_verification_failed | 404 session.identifier_not_found session.verification_session_not_found
POST /api/experience/verification/web-authn/authentication 200 | 400 session.mfa.webauthn_verification_not_found | 404 session.identifier_not_found
POST /api/experience/verification/web-authn/authentication/verify 200 | 400 session.mfa.pending_info_not_found session.mfa.webauthn_verification_failed | 404 session.identifier_not_found session.verification_session_not_found | 422 user.invalid_phone
POST /api/experience/verification/backup-code/generate 200 | 400 | 404 session.identifier_not_found
POST /api/experience/verification/backup-code/verify 200 | 400 session.mfa.invalid_backup_code | 404 session.identifier_not_found
POST /api/experience/verification/new-password-identity 200 | 400 | 422 user.username_already_in_use password.rejected
POST /api/experience/verification/one-time-token/verify 200 | 400 session.verification_blocked_too_many_attempts one_time_token.email_mismatch one_time_token.interaction_event_mismatch one_time_token.token_expired one_time_token.token_consumed one_time_token.token_revoked | 404 one_time_token.token_not_found
POST /api/experience/user-assets/avatar 200 | 400 session.not_supported_for_forgot_password session.invalid_interaction_type guard.file_size_exceeded guard.mime_type_not_allowed storage.not_configured | 500 storage.upload_error
POST /api/experience/profile 204 | 400 session.not_supported_for_forgot_password session.email_blocklist.invalid_email custom_profile_fields.name_conflict_built_in_prop custom_profile_fields.name_conflict_sign_in_identifier custom_profile_fields.name_conflict_custom_data | 403 session.mfa.require_mfa_verification | 404 session.identifier_not_found session.verification_session_not_found | 422 session.sso_enabled session.email_blocklist.email_subaddressing_not_allowed session.email_blocklist.email_not_allowed user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use password.rejected user.same_password | 500 session.email_blocklist.disposable_email_validation_failed
PUT /api/experience/profile/password 204 | 400 session.invalid_interaction_type | 404 session.identifier_not_found | 422 password.rejected user.same_password user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile
POST /api/experience/profile/mfa/mfa-skipped 204 | 400 session.not_supported_for_forgot_password | 403 session.mfa.require_mfa_verification | 404 session.identifier_not_found | 422 session.mfa.mfa_policy_not_user_controlled
POST /api/experience/profile/mfa/mfa-suggestion-skipped 204 | 400 session.not_supported_for_forgot_password | 404 session.identifier_not_found
POST /api/experience/preflight/sign-in-passkey/authentication 200 | 400 session.not_found
POST /api/experience/verification/sign-in-passkey/authentication 200 | 400 session.mfa.webauthn_verification_not_found
POST /api/experience/verification/sign-in-passkey/authentication/verify 200 | 400 session.passkey_sign_in.pending_info_not_found session.passkey_sign_in.conflict_rp_id session.identifier_not_found session.mfa.webauthn_verification_failed | 404 session.verification_session_not_found | 409 session.identity_conflict
POST /api/experience/profile/mfa/mfa-enabled 204 | 400 session.not_supported_for_forgot_password | 403 session.mfa.require_mfa_verification | 404 session.identifier_not_found
POST /api/experience/profile/mfa/passkey 204 | 400 session.not_supported_for_forgot_password session.mfa.pending_info_not_found | 404 session.identifier_not_found session.verification_session_not_found
POST /api/experience/profile/mfa/passkey-skipped 204 | 400 session.not_supported_for_forgot_password | 404 session.identifier_not_found
POST /api/experience/profile/mfa 204 | 400 session.not_supported_for_forgot_password session.mfa.mfa_factor_not_enabled session.email_blocklist.invalid_email session.verification_failed session.mfa.pending_info_not_found | 403 session.mfa.require_mfa_verification | 404 session.identifier_not_found session.verification_session_not_found | 422 user.totp_already_in_use session.mfa.backup_code_can_not_be_alone session.sso_enabled session.email_blocklist.email_subaddressing_not_allowed session.email_blocklist.email_not_allowed user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use | 500 session.email_blocklist.disposable_email_validation_failed
GET /api/experience/sso-connectors 200 | 400

# Legacy interaction API and consent
PUT /api/interaction 204 | 400 session.verification_blocked_too_many_attempts session.not_supported_for_forgot_password session.google_one_tap.cookie_mismatch session.csrf_token_mismatch session.connector_validation_session_not_found session.connector_session_not_found password.rejected | 401 user.suspended | 403 auth.forbidden | 422 user.sign_in_method_not_enabled session.sso_enabled session.invalid_credentials password.rejected user.same_password
DELETE /api/interaction 204 | 400
PUT /api/interaction/event 204 | 400 | 403 auth.forbidden | 404 session.interaction_not_found session.verification_session_not_found
PATCH /api/interaction/identifiers 204 | 400 session.verification_blocked_too_many_attempts session.not_supported_for_forgot_password session.google_one_tap.cookie_mismatch session.csrf_token_mismatch session.connector_validation_session_not_found session.connector_session_not_found | 401 user.suspended | 404 session.verification_session_not_found | 422 user.sign_in_method_not_enabled session.sso_enabled session.invalid_credentials
PUT /api/interaction/profile 204 | 400 password.rejected | 404 session.verification_session_not_found entity.not_found | 422 user.sign_in_method_not_enabled password.rejected user.same_password
PATCH /api/interaction/profile 204 | 400 password.rejected | 404 session.verification_session_not_found entity.not_found | 422 user.sign_in_method_not_enabled password.rejected user.same_password
DELETE /api/interaction/profile 204 | 400 | 404 session.verification_session_not_found
POST /api/interaction/submit 200/204 | 400 session.verification_failed user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile session.mfa.backup_code_required role.default_role_missing | 401 user.suspended | 403 session.mfa.require_mfa_verification | 404 session.verification_session_not_found session.identifier_not_found user.user_not_exist session.connector_session_not_found entity.not_found | 422 user.identity_not_exist user.new_password_required_in_profile user.same_password user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use user.missing_profile user.totp_already_in_use user.missing_mfa
POST /api/interaction/consent 200 | 400 session.not_found | 422 organization.require_membership
GET /api/interaction/consent 200 | 400 session.not_found
POST /api/interaction/verification/social-authorization-uri 200 | 400 session.not_supported_for_forgot_password session.insufficient_info connector.unexpected_type | 404 session.verification_session_not_found entity.not_found
POST /api/interaction/verification/verification-code 204 | 400 verification_code.phone_email_empty | 404 session.verification_session_not_found | 429 request.message_rate_limited | 501 connector.not_found
POST /api/interaction/verification/totp 200 | 400 session.not_supported_for_forgot_password session.verification_failed user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile | 401 user.suspended | 404 session.verification_session_not_found session.identifier_not_found user.user_not_exist session.connector_session_not_found entity.not_found | 422 user.identity_not_exist user.new_password_required_in_profile user.same_password user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use
POST /api/interaction/verification/webauthn-registration 200 | 400 session.not_supported_for_forgot_password session.verification_failed user.username_exists_in_profile user.email_exists_in_profile user.phone_exists_in_profile user.password_exists_in_profile | 401 user.suspended | 404 session.verification_session_not_found session.identifier_not_found user.user_not_exist session.connector_session_not_found entity.not_found | 422 user.identity_not_exist user.new_password_required_in_profile user.same_password user.username_already_in_use user.email_already_in_use user.phone_already_in_use user.identity_already_in_use
POST /api/interaction/verification/webauthn-authentication 200 | 400 session.mfa.mfa_sign_in_only session.mfa.webauthn_verification_not_found | 404 session.verification_session_not_found
POST /api/interaction/bind-mfa 204 | 400 session.mfa.backup_code_can_not_be_alone session.mfa.bind_mfa_existed session.mfa.pending_info_not_found session.mfa.invalid_totp_code session.mfa.webauthn_verification_failed | 401 | 404 session.verification_session_not_found | 422 user.sign_in_method_not_enabled
PUT /api/interaction/mfa 204 | 400 session.mfa.mfa_sign_in_only session.verification_failed session.mfa.invalid_totp_code session.mfa.pending_info_not_found session.mfa.webauthn_verification_failed session.mfa.invalid_backup_code | 401 user.suspended | 404 session.verification_session_not_found session.identifier_not_found user.user_not_exist | 422 user.identity_not_exist
PUT /api/interaction/mfa-skipped 204 | 400 | 422 session.mfa.mfa_policy_not_user_controlled
POST /api/interaction/single-sign-on/:connectorId/authorization-url 200 | 400 session.insufficient_info | 404 connector.not_found | 500
POST /api/interaction/single-sign-on/:connectorId/authentication 200 | 400 session.connector_session_not_found session.connector_validation_session_not_found | 404 session.verification_session_not_found connector.not_found | 422 user.identity_not_exist | 500
POST /api/interaction/single-sign-on/:connectorId/registration 200 | 400 session.connector_session_not_found role.default_role_missing | 403 auth.forbidden | 404 session.verification_session_not_found | 500
GET /api/interaction/single-sign-on/connectors 200 | 400

# Without authentication
GET /api/.well-known/endpoints/:tenantId 200
GET /api/.well-known/sign-in-exp 200 | 404 entity.not_found | 422 connector.more_than_one_connector_factory
GET /api/.well-known/phrases 200
GET /api/.well-known/experience 200 | 404 entity.not_found | 422 connector.more_than_one_connector_factory
GET /api/status 204
GET /api/authn/hasura 200 | 401 auth.expected_role_not_found auth.jwt_sub_missing auth.unauthorized auth.authorization_header_missing auth.authorization_token_type_not_supported
POST /api/authn/saml/:connectorId 302 | 400 connector.unexpected_type session.connector_validation_session_not_found | 404 entity.not_found | 422 session.invalid_connector_id
POST /api/authn/single-sign-on/saml/:connectorId 302 | 400 connector.unexpected_type single_sign_on.idp_initiated_authentication_client_callback_uri_not_found oidc.invalid_redirect_uri session.connector_validation_session_not_found | 404 session.connector_validation_session_not_found connector.not_found
GET /api/saml-applications/:id/metadata 200 | 400 | 404 entity.not_found entity.not_exists_with_id
GET /api/saml-applications/:id/callback 200 | 400 oidc.invalid_request oidc.invalid_redirect_uri application.saml.sp_initiated_saml_sso_session_not_found_in_cookies application.saml.sp_initiated_saml_sso_session_not_found application.saml.state_mismatch oidc.access_denied oidc.invalid_token application.saml.name_id_format_required application.saml.missing_email_address application.saml.email_address_unverified application.saml.unsupported_name_id_format | 404 entity.not_found entity.not_exists_with_id
GET /api/saml/:id/authn 200/302 | 400 application.saml.invalid_saml_request application.saml.auth_request_issuer_not_match oidc.invalid_request | 404 entity.not_found
POST /api/saml/:id/authn 200/302 | 400 application.saml.invalid_saml_request application.saml.auth_request_issuer_not_match oidc.invalid_request | 404 entity.not_found
GET /.well-known/webauthn 200

# Profile API of the admin tenant
GET /me 200
PATCH /me 200 | 400 session.verification_session_not_found | 401 user.suspended | 422 session.verification_failed user.email_already_in_use user.phone_already_in_use user.username_already_in_use user.identity_already_in_use
GET /me/custom-data 200 | 401 user.suspended
PATCH /me/custom-data 200 | 401 user.suspended
POST /me/password/verify 204 | 401 user.suspended | 422 session.invalid_credentials
POST /me/password 204 | 400 password.rejected session.verification_session_not_found | 401 user.suspended | 422 session.verification_failed
GET /me/social/connectors 200 | 404 entity.not_found | 422 connector.more_than_one_connector_factory
POST /me/social/authorization-uri 200 | 400 session.insufficient_info connector.unexpected_type | 404 entity.not_found | 422 connector.more_than_one_connector_factory
POST /me/social/link-identity 204 | 404 entity.not_found | 422 session.invalid_connector_id user.identity_already_in_use connector.more_than_one_connector_factory
DELETE /me/social/identity/:connectorId 204 | 404 user.identity_not_exist entity.not_found | 422 connector.more_than_one_connector_factory
POST /me/verification-codes 204 | 400 verification_code.phone_email_empty | 404 entity.not_found | 429 request.message_rate_limited | 501 connector.not_found
POST /me/verification-codes/verify 204 | 400 verification_code.not_found verification_code.phone_mismatch verification_code.email_mismatch verification_code.expired verification_code.exceed_max_try verification_code.code_mismatch | 401 user.suspended
GET /me/user-assets/service-status 200
POST /me/user-assets 200 | 400 guard.file_size_exceeded guard.mime_type_not_allowed storage.not_configured | 500 storage.upload_error
`;

export type WireOperation = {
  /** `GET /api/roles/:id` */
  label: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  success: number[];
  /** By status. */
  errors: Map<number, string[]>;
  isWaiting: boolean;
};

function readLine(line: string): WireOperation {
  const isWaiting = line.startsWith('~ ');
  const [head = '', ...errors] = line.replace('~ ', '').split(' | ');
  const [method, path = '', success = ''] = head.split(' ');
  return {
    label: `${method} ${path}`,
    method: method as WireOperation['method'],
    path,
    success: success.split('/').map(Number),
    errors: new Map(
      errors.map((group) => {
        const [status, ...codes] = group.split(' ');
        return [Number(status), codes] as const;
      }),
    ),
    isWaiting,
  };
}

export const wireIndex: readonly WireOperation[] = index
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(readLine);

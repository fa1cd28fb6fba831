import type { ErrorCode } from '@postern/contracts/errors';

export const german: Record<ErrorCode, string> = {
  'account_center.field_not_editable':
    'Das können Sie hier nicht ändern. Wenden Sie sich an den Betreiber der Anwendung.',
  'account_center.field_not_enabled': 'Dieser Teil Ihres Kontos wird hier nicht gezeigt.',
  'account_center.not_enabled':
    'Das Kontocenter ist ausgeschaltet. Eine Administratorin oder ein Administrator kann es einschalten.',
  'address_change.expired': 'Dieser Link galt 72 Stunden und ist abgelaufen.',
  'address_change.not_found': 'Diesen Link gibt es nicht mehr, oder er ist unvollständig.',
  'address_change.password_required':
    'Wählen Sie ein neues Passwort: Wer die Änderung gemacht hat, kennt vielleicht das alte.',
  'address_change.taken': 'Die alte E-Mail-Adresse oder Telefonnummer gehört inzwischen zu einem anderen Konto.',
  'address_change.used': 'Diese Änderung wurde bereits rückgängig gemacht.',
  'application.consent_management_api_scopes_not_allowed':
    'Berechtigungen der Verwaltungsschnittstelle können einer Anwendung von Dritten nicht gegeben werden.',
  'application.invalid_role_type':
    'Einer Anwendung können nur Rollen für Maschine-zu-Maschine-Anwendungen gegeben werden.',
  'application.invalid_third_party_application_type':
    'Nur klassische Webanwendungen können Anwendungen von Dritten sein.',
  'application.invalid_type': 'Das ist für eine Anwendung dieser Art nicht möglich.',
  'application.no_legacy_secret_found': 'Diese Anwendung hat kein altes Geheimnis.',
  'application.invalid_subdomain':
    'Die Subdomain ist nicht gültig. Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche, höchstens 63 Zeichen.',
  'application.protected_app_metadata_is_required':
    'Eine geschützte Anwendung braucht eine Subdomain und einen Ursprung.',
  'application.protected_app_not_configured': 'Geschützte Anwendungen sind auf diesem Server nicht eingerichtet.',
  'application.protected_application_misconfigured': 'Die geschützte Anwendung hat keine Einstellungen.',
  'application.protected_application_only': 'Nur geschützte Anwendungen haben diese Einstellungen.',
  'application.protected_application_subdomain_exists': 'Eine andere geschützte Anwendung verwendet diese Subdomain.',
  'application.role_exists': 'Die Anwendung hat die Rolle {{roleId}} schon.',
  'application.saml.acs_url_binding_not_supported': 'Die ACS-URL muss das HTTP-POST-Binding verwenden.',
  'application.saml.acs_url_required':
    'Die Anwendung hat keine ACS-URL. Tragen Sie sie in den Einstellungen der Anwendung ein.',
  'application.saml.auth_request_issuer_not_match':
    'Der Aussteller der SAML-Anfrage ist nicht die Entity-ID dieser Anwendung.',
  'application.saml.can_not_delete_active_secret':
    'Das aktive Zertifikat kann nicht gelöscht werden. Aktivieren Sie zuerst ein anderes.',
  'application.saml.email_address_unverified': 'Die E-Mail-Adresse dieses Kontos ist nicht bestätigt.',
  'application.saml.entity_id_required':
    'Die Anwendung hat keine Entity-ID. Tragen Sie sie in den Einstellungen der Anwendung ein.',
  'application.saml.idp_initiated_not_enabled': 'Diese Anwendung erlaubt keine Anmeldung ohne Anfrage.',
  'application.saml.invalid_certificate_pem_format':
    'Das Zertifikat ist ungültig. Verwenden Sie ein X.509-Zertifikat mit RSA-Schlüssel im PEM-Format.',
  'application.saml.invalid_saml_request': 'Die SAML-Anfrage ist ungültig.',
  'application.saml.missing_email_address': 'Dieses Konto hat keine E-Mail-Adresse.',
  'application.saml.no_active_secret': 'Die Anwendung hat kein aktives Signaturzertifikat.',
  'application.saml.reach_oss_limit': 'Diese Installation kann höchstens {{limit}} SAML-Anwendungen haben.',
  'application.saml.request_signature_required': 'Die SAML-Anfrage muss signiert sein.',
  'application.saml.saml_application_only': 'Das ist nur für SAML-Anwendungen möglich.',
  'application.saml.single_logout_not_configured': 'Single Logout ist für diese Anwendung nicht eingerichtet.',
  'application.saml.sp_initiated_saml_sso_session_not_found':
    'Diese Anmeldung ist abgelaufen oder schon abgeschlossen. Beginnen Sie in der Anwendung neu.',
  'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies':
    'Dieser Browser hat die Anmeldung nicht begonnen. Beginnen Sie in der Anwendung neu.',
  'application.saml.state_mismatch':
    'Diese Anmeldung gehört zu einem anderen Fenster. Beginnen Sie in der Anwendung neu.',
  'application.saml.use_saml_app_api': 'SAML-Anwendungen werden über die SAML-Schnittstelle verwaltet.',
  'application.secret_name_exists': 'Ein Geheimnis mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  'application.custom_domain_not_found': 'Die Anwendung hat diese eigene Domain nicht.',
  'application.should_delete_custom_domains_first': 'Entfernen Sie zuerst die eigenen Domains der Anwendung.',
  'application.third_party_application_only': 'Das ist nur für Anwendungen von Dritten möglich.',
  'application.user_consent_scopes_not_found': 'Einige dieser Berechtigungen gibt es nicht.',
  'assistant.too_many_questions':
    'Sie haben innerhalb einer Stunde viele Fragen gestellt. Versuchen Sie es später noch einmal.',
  'auth.authorization_header_missing': 'Der Authorization-Header fehlt. Senden Sie ein Bearer-Token.',
  'auth.authorization_token_type_not_supported':
    'Diese Art der Autorisierung wird nicht unterstützt. Senden Sie ein Bearer-Token.',
  'auth.exceed_user_limit': 'Dieser Mandant hat die aktiven Benutzer seines Tarifs für diesen Zeitraum verbraucht.',
  'auth.exceed_token_limit': 'Dieser Mandant hat die Tokens seines Tarifs für diesen Zeitraum verbraucht.',
  'auth.expected_role_not_found': 'Sie haben die Rolle nicht, die die Anfrage verlangt.',
  'auth.forbidden': 'Ihr Token erlaubt das nicht. Bitten Sie eine Administratorin oder einen Administrator um Zugriff.',
  'auth.jwt_sub_missing': 'Das Token nennt kein Subjekt.',
  'auth.unauthorized': 'Das Token gilt hier nicht. Melden Sie sich neu an oder fordern Sie ein neues Token an.',
  'changes.too_many_streams':
    'Zu viele Fenster verfolgen die Änderungen dieses Mandanten. Schließen Sie einige und versuchen Sie es erneut.',
  'connector.authorization_failed': 'Der Anbieter hat diese Person nicht zugelassen. Versuchen Sie es noch einmal.',
  'connector.can_not_modify_target':
    'Das Ziel eines Konnektors lässt sich nicht ändern. Legen Sie einen anderen Konnektor an.',
  'connector.cannot_overwrite_metadata_for_non_standard_connector':
    'Nur Konnektoren eines Standards (OAuth 2.0, OIDC, SAML) haben eigenen Namen, eigenes Logo und eigenes Ziel.',
  'connector.email_connector.bulk_deletion_no_filter':
    'Sagen Sie, welche Vorlagen gelöscht werden sollen: nach languageTag, nach templateType oder nach beidem.',
  'connector.general': 'Der Konnektor ist gescheitert. {{errorDescription}}',
  'connector.insufficient_request_parameters': 'Der Konnektor braucht mehr, als die Anfrage enthält.',
  'connector.invalid_certificate': 'Das Zertifikat des Anbieters ist nicht gültig.',
  'connector.invalid_config': 'Die Einstellungen des Konnektors sind nicht gültig. {{errorDescription}}',
  'connector.invalid_config_guard': 'Der Konnektor kann seine Einstellungen nicht prüfen.',
  'connector.invalid_metadata': 'Der Konnektor beschreibt sich nicht richtig.',
  'connector.invalid_request_parameters': 'Der Konnektor nimmt die Anfrage nicht an. {{errorDescription}}',
  'connector.invalid_response': 'Der Anbieter hat eine Antwort gegeben, die der Konnektor nicht versteht.',
  'connector.invalid_type_for_syncing_profile': 'Nur Konnektoren für soziale Anmeldung können Profile übernehmen.',
  'connector.multiple_instances_not_supported':
    'Es gibt schon einen Konnektor dieser Art, und es kann nur einen geben.',
  'connector.multiple_target_with_same_platform':
    'Einen Konnektor für dasselbe Ziel und dieselbe Plattform gibt es schon. Wählen Sie ein anderes Ziel.',
  'connector.not_found': 'Dafür gibt es noch keinen Konnektor: {{type}}.',
  'connector.not_found_with_connector_id': 'Es gibt keine Art von Konnektor mit dieser connectorId.',
  'connector.not_implemented': 'Der Konnektor kann das nicht: {{method}}.',
  'connector.rate_limit_exceeded': 'Es wurden zu viele Nachrichten gesendet. Warten Sie eine Weile.',
  'connector.should_specify_target': 'Geben Sie metadata.target an: Es benennt den Anbieter dieses Konnektors.',
  'connector.social_auth_code_invalid': 'Der Anbieter nimmt diese Anmeldung nicht mehr an. Beginnen Sie von vorn.',
  'connector.social_invalid_access_token':
    'Der Anbieter hat sein eigenes Token nicht angenommen. Beginnen Sie von vorn.',
  'connector.social_invalid_id_token': 'Die Identität, die der Anbieter gesendet hat, ließ sich nicht bestätigen.',
  'connector.template_not_found': 'Der Konnektor hat keine Vorlage für diese Nachricht.',
  'connector.template_not_supported': 'Der Konnektor unterstützt diese Art von Vorlage nicht.',
  'connector.token_storage_not_supported': 'Dieser Konnektor kann keine Tokens des Anbieters aufbewahren.',
  'connector.unexpected_type': 'Ein Konnektor dieser Art kann das nicht.',
  'custom_profile_fields.entity_not_exists_with_names': 'Felder mit diesen Namen gibt es nicht: {{names}}.',
  'custom_profile_fields.invalid_address_components':
    'Eine Adresse braucht mindestens einen aktiven Teil, jeden mit bekanntem Namen und nur einmal.',
  'custom_profile_fields.invalid_default_value': 'Der Vorgabewert passt nicht zum Feld.',
  'custom_profile_fields.invalid_fullname_components':
    'Ein voller Name braucht mindestens einen aktiven Teil, jeden mit bekanntem Namen und nur einmal.',
  'custom_profile_fields.invalid_min_max_input': 'Die untere Grenze darf nicht über der oberen liegen.',
  'custom_profile_fields.invalid_name': 'Verwenden Sie im Namen eines Feldes nur Buchstaben und Ziffern.',
  'custom_profile_fields.invalid_options': 'Geben Sie mindestens eine Option an, jede mit eigenem Wert.',
  'custom_profile_fields.invalid_regex_format': 'Das Muster ist kein gültiger regulärer Ausdruck.',
  'custom_profile_fields.invalid_sub_component_type': 'Ein Teil kann nicht selbst aus Teilen bestehen.',
  'custom_profile_fields.name_conflict_built_in_prop':
    '{{name}} ist eine Angabe des Produkts selbst. Wählen Sie einen anderen Namen.',
  'custom_profile_fields.name_conflict_custom_data':
    '{{name}} ist für eigene Daten des Produkts reserviert. Wählen Sie einen anderen Namen.',
  'custom_profile_fields.name_conflict_sign_in_identifier':
    'Mit {{name}} meldet man sich an. Wählen Sie einen anderen Namen.',
  'custom_profile_fields.name_exists': 'Ein Feld mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  'directory_sync.mapping_exists':
    'Diese Gruppe ist dieser Organisation schon zugeordnet. Ändern Sie die vorhandene Zuordnung.',
  'directory_sync.too_many_tokens':
    'Es gibt schon {{max}} gültige Token. Löschen Sie zuerst eines: Zwei genügen, um ein Token zu ersetzen.',
  'domain.domain_in_use': '{{domain}} wird bereits verwendet. Entfernen Sie die Domain zuerst dort.',
  'domain.domain_is_not_allowed':
    'Diese Domain kann nicht verwendet werden. Geben Sie eine Domain mit mindestens drei Teilen ein, etwa auth.example.com.',
  'domain.exceed_domain_limit':
    'Ein Mandant kann höchstens {{limit}} eigene Domains haben. Löschen Sie zuerst eine andere.',
  'domain.limit_to_one_domain': 'Es kann nur eine eigene Domain geben. Löschen Sie zuerst die andere.',
  'domain.not_configured':
    'Eigene Domains brauchen einen Server mit einem Hostnamen. Der Betreiber muss in ENDPOINT einen Namen statt einer IP-Adresse angeben.',
  'entity.create_failed': '{{name}} konnte nicht angelegt werden.',
  'entity.db_constraint_violated': 'Der Wert verletzt eine Regel der Daten.',
  'entity.invalid_input': 'Die Eingabe kann nicht gespeichert werden. Prüfen Sie Zeichen und Länge.',
  'entity.not_exists': '{{name}} gibt es nicht.',
  'entity.not_exists_with_id': '{{name}} mit der ID {{id}} gibt es nicht.',
  'entity.not_found': 'Das gibt es nicht.',
  'entity.relation_foreign_key_not_found': 'Etwas, worauf sich dies bezieht, gibt es nicht.',
  'entity.unique_integrity_violation': 'Das gibt es schon.',
  'guard.file_size_exceeded': 'Die Datei ist zu groß.',
  'guard.invalid_input': 'Die Anfrage ist nicht gültig ({{type}}).',
  'guard.invalid_pagination': 'page und page_size müssen ganze Zahlen ab 1 sein; page_size ist höchstens 100.',
  'guard.mime_type_not_allowed': 'Dateien dieser Art sind nicht erlaubt.',
  'guard.not_allowed_for_admin_tenant': 'Für den Admin-Mandanten ist das nicht möglich.',
  'hook.endpoint_responded_with_error':
    'Die Adresse hat mit einem Fehler geantwortet. Sehen Sie sich Status und Inhalt der Antwort an.',
  'hook.missing_events': 'Wählen Sie mindestens ein Ereignis.',
  'hook.send_test_payload_failed': 'Der Test konnte nicht gesendet werden: {{message}}',
  'invitation.email_mismatch':
    'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit dem Konto an, das sie bestätigt hat.',
  'invitation.email_not_verified': 'Die E-Mail-Adresse dieses Kontos ist noch nicht bestätigt.',
  'invitation.link_not_found': 'Dieser Einladungslink funktioniert nicht. Bitten Sie um eine neue Einladung.',
  'invitation.invalid_status': 'Diese Einladung ist nicht mehr offen.',
  'invitation.too_many_by_person': 'Sie haben heute zu viele Einladungen gesendet. Versuchen Sie es morgen wieder.',
  'invitation.too_many_to_address': '{{email}} wurde heute zu oft eingeladen. Versuchen Sie es morgen wieder.',
  'jwt_customizer.can_not_create_for_admin_tenant': 'Tokens des Admin-Mandanten lassen sich nicht anpassen.',
  'jwt_customizer.general': 'Das Skript ist gescheitert: {{message}}',
  'localization.cannot_delete_default_language':
    '{{languageTag}} ist die Ersatzsprache. Wählen Sie zuerst eine andere.',
  'localization.invalid_translation_structure': 'Die Texte müssen Schlüssel und Aufbau der englischen haben.',
  'log_stream.too_many': 'Ein Mandant kann höchstens {{max}} Protokoll-Streams haben. Löschen Sie zuerst einen.',
  'new_device.expired': 'Dieser Link galt 7 Tage und ist abgelaufen.',
  'new_device.not_found': 'Diesen Link gibt es nicht mehr, oder er ist unvollständig.',
  'new_device.used': 'Diese Anmeldung wurde bereits gemeldet.',
  'oidc.aborted': 'Die Anmeldung wurde abgebrochen.',
  'oidc.access_denied': 'Der Zugriff wurde verweigert.',
  'oidc.insufficient_scope': 'Dem Token fehlt die Berechtigung {{scope}}.',
  'oidc.invalid_client': 'Die Anwendung konnte nicht geprüft werden. Prüfen Sie ID und Geheimnis.',
  'oidc.invalid_client_metadata': 'Die Einstellungen der Anwendung sind nicht gültig.',
  'oidc.invalid_grant': 'Die Freigabe gilt nicht mehr. Melden Sie sich neu an.',
  'oidc.invalid_redirect_uri': 'Diese Weiterleitungs-URI ist für die Anwendung nicht eingetragen.',
  'oidc.invalid_request': 'Die Anfrage ist nicht gültig.',
  'oidc.invalid_scope': 'Eine angeforderte Berechtigung ist nicht erlaubt: {{error_description}}.',
  'oidc.invalid_target': 'Die angeforderte Ressource ist unbekannt oder nicht erlaubt.',
  'oidc.invalid_token': 'Das Token ist nicht gültig.',
  'oidc.key_not_found': 'Es gibt keinen Schlüssel mit der Id {{id}}.',
  'oidc.key_required': 'Dies ist der einzige Schlüssel. Rotieren Sie zuerst, dann löschen Sie ihn.',
  'oidc.provider_error': 'Die Anmeldung ist gescheitert: {{message}}.',
  'oidc.provider_error_fallback': 'Die Anmeldung antwortete: {{code}}.',
  'oidc.server_error': 'Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
  'oidc.unsupported_grant_type': 'Diese Art der Freigabe wird nicht unterstützt.',
  'oidc.unsupported_response_mode': 'Dieser Antwortmodus wird nicht unterstützt.',
  'oidc.unsupported_response_type': 'Dieser Antworttyp wird nicht unterstützt.',
  'one_time_token.cannot_reactivate_token':
    'Ein Token, das nicht mehr gilt, kann nicht wieder aktiv werden. Erstellen Sie ein neues.',
  'one_time_token.email_mismatch': 'Dieser Link gehört zu einer anderen E-Mail-Adresse.',
  'one_time_token.token_consumed': 'Dieser Link wurde schon benutzt. Fordern Sie einen neuen an.',
  'one_time_token.token_expired': 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
  'one_time_token.token_not_found': 'Dieser Link ist hier nicht bekannt. Fordern Sie einen neuen an.',
  'one_time_token.token_revoked': 'Dieser Link wurde zurückgezogen. Fordern Sie einen neuen an.',
  'organization.require_membership': 'Der Benutzer muss Mitglied jeder angegebenen Organisation sein.',
  'organization.role_names_not_found': 'Es gibt keine Organisationsrollen mit diesen Namen: {{names}}.',
  'password.invalid_legacy_password_format': 'Der alte Passwort-Hash hat nicht das erwartete Format.',
  'password.rejected': 'Wählen Sie ein anderes Passwort: Dieses erfüllt die Regeln nicht.',
  'password.unsupported_encryption_method': 'Passwort-Hashes der Art {{name}} werden nicht unterstützt.',
  'password.unsupported_legacy_hash_algorithm': 'Der Hash-Algorithmus {{algorithm}} wird nicht unterstützt.',
  'request.body_too_large': 'Die Anfrage ist zu groß.',
  'request.feature_not_supported': 'Das wird nicht unterstützt.',
  'request.general': 'Die Anfrage konnte nicht ausgeführt werden.',
  'request.header_too_large': 'Die Kopfzeilen der Anfrage sind zu groß.',
  'request.invalid_input': 'Die Eingabe ist nicht gültig. {{details}}',
  'request.malformed_http': 'Die Anfrage ist kein gültiges HTTP.',
  'request.malformed_json': 'Der Inhalt ist kein gültiges JSON.',
  'request.malformed_url': 'Die Adresse der Anfrage ist keine gültige URL.',
  'request.not_found': 'Unter dieser Adresse gibt es nichts.',
  'request.takes_too_long':
    'Das hat zu lange gedauert und wurde abgebrochen. Grenzen Sie die Anfrage ein oder versuchen Sie es noch einmal.',
  'request.timeout': 'Die Anfrage kam nicht rechtzeitig an.',
  'request.unsupported_media_type': 'Senden Sie den Inhalt als application/json.',
  'request.server_error':
    'Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie die Anfrage-ID.',
  'resource.cannot_delete_management_api': 'Diese API-Ressource ist eingebaut und kann nicht gelöscht werden.',
  'resource.cannot_modify_management_api': 'Diese API-Ressource ist eingebaut und kann nicht geändert werden.',
  'resource.resource_identifier_in_use':
    'Eine API-Ressource mit dieser Kennung gibt es schon. Wählen Sie eine andere Kennung.',
  'role.application_exists': 'Die Anwendung {{applicationId}} hat diese Rolle schon.',
  'role.default_role_missing': 'Eine Standardrolle fehlt.',
  'role.internal_role_violation': 'Interne Rollen können nicht geändert werden.',
  'role.management_api_scopes_not_assignable_to_user_role':
    'Berechtigungen der Management-API sind nur für Maschine-zu-Maschine-Rollen.',
  'role.name_in_use': 'Eine Rolle mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  'role.scope_exists': 'Die Rolle hat die Berechtigung {{scopeId}} schon.',
  'role.user_exists': 'Der Benutzer {{userId}} hat diese Rolle schon.',
  'scim.invalid_filter': 'Der Filter ist ungültig. {{details}}',
  'scim.invalid_path': 'Der Pfad ist ungültig. {{details}}',
  'scim.invalid_syntax': 'Die Anfrage ist ungültig. {{details}}',
  'scim.invalid_value': 'Ein Wert ist ungültig. {{details}}',
  'scim.mutability': '{{name}} wird vom Server gesetzt und ist nicht änderbar.',
  'scim.no_target': 'Der Vorgang sagt nicht, was zu ändern ist. Ergänzen Sie einen Pfad, der etwas trifft.',
  'scim.not_found': 'In diesem Verzeichnis gibt es kein Objekt ({{type}}) mit der ID {{id}}.',
  'scim.too_large': 'Die Anfrage ist größer als {{max}} Byte.',
  'scim.too_many': 'Die Anfrage enthält mehr als {{max}} Vorgänge.',
  'scim.too_many_requests': 'Das Verzeichnis sendet zu viele Anfragen. Versuchen Sie es später erneut.',
  'scim.unauthorized': 'Das Token fehlt, ist falsch oder abgelaufen. Erstellen Sie eines beim SSO-Konnektor.',
  'scim.uniqueness': 'Ein anderes Objekt hat schon diesen Wert ({{name}}).',
  'scim.version_mismatch': 'Das Objekt wurde inzwischen geändert. Lesen Sie es erneut.',
  'scope.name_exists': 'Eine Berechtigung mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  'scope.name_with_space': 'Der Name einer Berechtigung darf keine Leerzeichen enthalten.',
  'secrets.third_party_token_set.access_token_expired':
    'Das Token des Anbieters ist abgelaufen. Melden Sie sich beim Anbieter neu an.',
  'secrets.third_party_token_set.token_not_found':
    'Von diesem Anbieter ist kein Token gespeichert. Melden Sie sich beim Anbieter neu an.',
  'region.unavailable': 'Die Region {{region}} ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'server.busy': 'Der Server hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
  'server.cannot_write': 'Der Server kann gerade nichts speichern. Versuchen Sie es gleich noch einmal.',
  'server.stopping': 'Der Server wird gerade beendet. Versuchen Sie es gleich noch einmal.',
  'session.captcha_failed': 'Es ließ sich nicht bestätigen, dass Sie kein Roboter sind. Versuchen Sie es noch einmal.',
  'session.captcha_required': 'Diese Anmeldung braucht ein Captcha. Laden Sie die Seite neu und beginnen Sie von vorn.',
  'session.connector_session_not_found':
    'In dieser Anmeldung ist niemand von diesem Anbieter zurückgekommen. Melden Sie sich zuerst beim Anbieter an.',
  'session.connector_validation_session_not_found':
    'Hier wurde keine Anmeldung bei diesem Anbieter begonnen. Beginnen Sie sie neu.',
  'session.csrf_token_mismatch': 'Diese Antwort des Anbieters gehört nicht zu Ihrer Anmeldung. Beginnen Sie von vorn.',
  'session.email_blocklist.email_not_allowed':
    '{{email}} kann hier nicht benutzt werden. Benutzen Sie eine andere E-Mail-Adresse.',
  'session.email_blocklist.email_subaddressing_not_allowed':
    'Benutzen Sie Ihre E-Mail-Adresse ohne das Pluszeichen und was darauf folgt.',
  'session.email_blocklist.invalid_email': 'Das ist keine gültige E-Mail-Adresse.',
  'session.google_one_tap.cookie_mismatch':
    'Diese Anmeldung mit Google wurde nicht in diesem Browser begonnen. Beginnen Sie von vorn.',
  'session.identifier_not_found': 'In dieser Anmeldung ist noch niemand bestimmt.',
  'session.identity_conflict': 'Diese Anmeldung gehört schon zu einer anderen Person. Beginnen Sie neu.',
  'session.insufficient_info': 'Die Anfrage enthält nicht genug, um weiterzumachen.',
  'session.interaction_not_found':
    'Diese Anmeldung wurde nicht begonnen oder ist vorbei. Gehen Sie zurück und beginnen Sie neu.',
  'session.invalid_connector_id': 'Es gibt keinen Konnektor für soziale Netzwerke mit der ID {{connectorId}}.',
  'session.invalid_credentials': 'Das Konto oder das Passwort stimmt nicht.',
  'session.invalid_interaction_type': 'Dieser Schritt passt nicht zur laufenden Anmeldung.',
  'session.mfa.backup_code_can_not_be_alone':
    'Ersatzcodes brauchen einen anderen zweiten Faktor neben sich. Fügen Sie zuerst einen hinzu.',
  'session.mfa.backup_code_required':
    'Speichern Sie Ersatzcodes, um die Einrichtung Ihres zweiten Faktors abzuschließen.',
  'session.mfa.bind_mfa_existed': 'Dieser zweite Faktor ist schon eingerichtet.',
  'session.mfa.invalid_backup_code': 'Der Ersatzcode ist falsch oder wurde schon benutzt.',
  'session.mfa.invalid_temporary_code': 'Der befristete Code ist falsch, abgelaufen oder wurde schon benutzt.',
  'session.mfa.invalid_totp_code': 'Der Code ist falsch. Geben Sie den aktuellen Code Ihrer Authenticator-App ein.',
  'session.mfa.mfa_factor_not_enabled': 'Diese Art von zweitem Faktor ist nicht eingeschaltet.',
  'session.mfa.mfa_policy_not_user_controlled':
    'Ein zweiter Faktor ist hier vorgeschrieben und lässt sich nicht überspringen.',
  'session.mfa.mfa_sign_in_only': 'Nach einem zweiten Faktor wird nur beim Anmelden gefragt.',
  'session.mfa.pending_info_not_found': 'Diese Registrierung wurde nicht begonnen oder ist vorbei. Beginnen Sie neu.',
  'session.mfa.require_mfa_verification': 'Bestätigen Sie Ihren zweiten Faktor, um fortzufahren.',
  'session.mfa.suggest_additional_mfa': 'Richten Sie einen weiteren zweiten Faktor ein, um Ihr Konto zu schützen.',
  'session.mfa.suggest_passkey': 'Erstellen Sie einen Passkey, um sich beim nächsten Mal schneller anzumelden.',
  'session.mfa.trusted_devices_off': 'Hier kann keinem Gerät vertraut werden.',
  'session.mfa.webauthn_verification_failed': 'Der Passkey konnte nicht geprüft werden. Versuchen Sie es noch einmal.',
  'session.mfa.webauthn_verification_not_found': 'Es gibt keinen Passkey, der hier benutzt werden kann.',
  'session.not_found':
    'Diese Anmeldung ist abgelaufen oder wurde anderswo geöffnet. Gehen Sie zurück zur Anwendung und beginnen Sie neu.',
  'session.not_supported_for_forgot_password': 'Das ist nicht möglich, während ein Passwort zurückgesetzt wird.',
  'session.risk_refused':
    'Aus Sicherheitsgründen können Sie sich gerade nicht anmelden. Versuchen Sie es später oder auf einem Gerät, das Sie schon benutzt haben, oder wenden Sie sich an den Support.',
  'session.sso_enabled': 'Mit dieser E-Mail-Adresse meldet man sich über das Single Sign-on an. Verwenden Sie dieses.',
  'session.verification_blocked_too_many_attempts':
    'Zu viele Versuche. Versuchen Sie es in {{relativeTime}} noch einmal.',
  'session.verification_failed': 'Die Prüfung ist nicht gelungen.',
  'session.verification_session_not_found': 'Diese Prüfung gibt es nicht mehr. Beginnen Sie sie neu.',
  'sign_in_experiences.at_least_one_authentication_factor':
    'Jede Art der Anmeldung braucht ein Passwort oder einen Bestätigungscode.',
  'sign_in_experiences.backup_code_cannot_be_enabled_alone': 'Ersatzcodes brauchen einen weiteren Faktor.',
  'sign_in_experiences.code_sign_in_must_be_enabled':
    'Ohne Passwort bei der Registrierung muss die Anmeldung mit Bestätigungscode aktiv sein.',
  'sign_in_experiences.duplicated_mfa_factors': 'Nennen Sie jeden Faktor nur einmal.',
  'sign_in_experiences.duplicated_sign_up_identifiers': 'Fragen Sie bei der Registrierung jede Kennung nur einmal ab.',
  'sign_in_experiences.email_verification_code_cannot_be_used_for_mfa':
    'Mit Codes per E-Mail meldet man sich schon an, daher können sie kein zweiter Faktor sein.',
  'sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in':
    'Codes per E-Mail sind schon ein zweiter Faktor, daher kann man sich nicht mit ihnen anmelden.',
  'sign_in_experiences.enabled_connector_not_found': 'Dafür fehlt noch ein Konnektor: {{type}}.',
  'sign_in_experiences.forgot_password_method_requires_connector':
    '{{method}} braucht einen Konnektor, der den Code verschickt. Richten Sie ihn zuerst ein.',
  'sign_in_experiences.invalid_custom_email_blocklist_format':
    'Verwenden Sie E-Mail-Adressen oder Domains wie @example.com. Nicht gültig: {{items}}.',
  'sign_in_experiences.missing_sign_up_identifiers':
    'Wählen Sie für die Registrierung eine Hauptkennung, bevor Sie weitere verlangen.',
  'sign_in_experiences.passwordless_requires_verify':
    'E-Mail-Adressen und Telefonnummern müssen bei der Registrierung bestätigt werden.',
  'sign_in_experiences.phone_verification_code_cannot_be_used_for_mfa':
    'Mit Codes per SMS meldet man sich schon an, daher können sie kein zweiter Faktor sein.',
  'sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in':
    'Codes per SMS sind schon ein zweiter Faktor, daher kann man sich nicht mit ihnen anmelden.',
  'sign_in_experiences.unsupported_default_language':
    'In {{language}} gibt es noch keine Texte. Legen Sie zuerst eigene Texte an.',
  'single_sign_on.duplicate_connector_name':
    'Einen SSO-Konnektor mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  'single_sign_on.duplicated_domains': 'Nennen Sie jede Domain nur einmal: {{domains}}.',
  'single_sign_on.forbidden_domains': 'Domains öffentlicher E-Mail-Dienste sind nicht erlaubt: {{domains}}.',
  'single_sign_on.idp_initiated_authentication_client_callback_uri_not_found':
    'Die Anwendung hat keine Adresse für Anmeldungen, die beim Identitätsanbieter beginnen.',
  'single_sign_on.idp_initiated_authentication_invalid_application_type':
    'Für Anmeldungen, die beim Identitätsanbieter beginnen, muss die Anwendung von einem anderen Typ sein als {{type}}.',
  'single_sign_on.idp_initiated_authentication_not_supported':
    'Nur SAML-Konnektoren unterstützen Anmeldungen, die beim Identitätsanbieter beginnen.',
  'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered':
    'Diese Redirect-URI ist bei der Anwendung nicht eingetragen.',
  'single_sign_on.key_not_found': 'Der Konnektor hat kein Schlüsselpaar dieser Art ({{state}}).',
  'single_sign_on.next_key_exists': 'Es gibt schon ein nächstes Schlüsselpaar. Aktivieren oder löschen Sie es zuerst.',
  'sso_setup.connect_required':
    'Ein Link ohne Konnektor muss dem Kunden erlauben, einen Identitätsanbieter zu verbinden.',
  'sso_setup.connector_in_use':
    'Mit diesem Konnektor melden sich bereits Personen an. Ein Link darf seine Einstellungen nur ändern, wenn keine Prüfung nötig ist.',
  'sso_setup.domain_in_use': '{{domains}} gehört bereits zu einem anderen Konnektor.',
  'sso_setup.incomplete': 'Schließen Sie zuerst die vorherigen Schritte ab.',
  'sso_setup.link_ended':
    'Diese Einrichtung ist abgeschlossen, oder der Link wurde widerrufen. Damit lässt sich nichts mehr ändern.',
  'sso_setup.link_expired': 'Dieser Link ist abgelaufen. Bitten Sie um einen neuen.',
  'sso_setup.link_not_found':
    'Dieser Link funktioniert nicht. Prüfen Sie, ob Sie die ganze Adresse geöffnet haben, oder bitten Sie um einen neuen Link.',
  'sso_setup.link_revoked': 'Dieser Link wurde widerrufen. Bitten Sie um einen neuen.',
  'sso_setup.link_used':
    'Dieser Link wurde bereits geöffnet. Machen Sie in dem Browser weiter, in dem Sie ihn geöffnet haben, oder bitten Sie um einen neuen Link.',
  'sso_setup.no_session':
    'Die Einrichtung ist in diesem Browser nicht geöffnet. Öffnen Sie den Link, den Sie erhalten haben, oder bitten Sie um einen neuen.',
  'sso_setup.not_allowed': 'Dieser Link erlaubt diesen Schritt nicht.',
  'sso_setup.not_waiting':
    'Es gibt nichts zu aktivieren: Der Kunde hat die Einrichtung noch nicht abgeschlossen, oder der Konnektor ist schon aktiv.',
  'sso_setup.provider_missing': 'Wählen Sie zuerst einen Identitätsanbieter.',
  'sso_setup.too_many_domains': 'Sie können höchstens {{max}} Domains hinzufügen.',
  'sso_setup.too_many_requests': 'Zu viele Versuche. Versuchen Sie es in einigen Minuten wieder.',
  'storage.not_configured': 'Auf diesem Server ist kein Dateispeicher eingerichtet.',
  'storage.upload_error': 'Die Datei konnte nicht gespeichert werden. Versuchen Sie es noch einmal.',
  'checkout.already_subscribed': 'Dieser Mandant hat diesen Tarif bereits.',
  'checkout.invalid_callback': 'Der Rückweg muss eine Adresse der Konsole sein.',
  'checkout.plan_not_available': 'Dieser Tarif kann hier nicht gekauft werden.',
  'payments.not_configured':
    'Tarife können hier noch nicht gekauft werden: Der Betreiber hat keinen Zahlungsanbieter eingerichtet.',
  'payments.invalid_signature': 'Diese Nachricht wurde nicht vom Zahlungsanbieter unterschrieben oder ist zu alt.',
  'payments.provider_unavailable': 'Der Zahlungsanbieter antwortet nicht. Versuchen Sie es gleich noch einmal.',
  'subscription.quota_in_use':
    'Der kostenlose Tarif erlaubt nicht alles, was dieser Mandant nutzt. Entfernen Sie es zuerst.',
  'subscription.limit_exceeded': 'Der Tarif dieses Mandanten erlaubt nicht mehr.',
  'subscription.tenant_suspended': 'Dieser Mandant ist gesperrt.',
  'tenant.last_admin': 'Ein Mandant braucht einen Administrator. Ernennen Sie zuerst jemand anderen: {{tenants}}.',
  'tenant.max_development_tenants':
    'Sie verwalten {{max}} Mandanten für die Entwicklung, mehr sind nicht möglich. Löschen Sie einen davon, oder überführen Sie einen in Produktion.',
  'tenant.max_free_tenants':
    'Sie haben die Höchstzahl kostenloser Mandanten erreicht. Löschen Sie einen davon, oder wählen Sie einen bezahlten Tarif.',
  'tenant.region_not_available': 'Diese Region ist nicht verfügbar. Wählen Sie eine andere.',
  'tenant.tag_not_allowed': 'Mandanten dieser Art sind hier nicht möglich.',
  'tenant.already_suspended': 'Dieser Mandant ist schon gesperrt.',
  'tenant.not_suspended': 'Dieser Mandant ist nicht gesperrt.',
  'tenant.paid_subscription':
    'Beenden Sie zuerst den bezahlten Tarif und begleichen Sie die offenen Rechnungen dieses Mandanten.',
  'tenant.already_member': '{{email}} ist schon Mitglied.',
  'tenant.invitation_pending': '{{email}} hat schon eine offene Einladung.',
  'user.backup_code_already_in_use':
    'Dieser Benutzer hat schon Ersatzcodes. Löschen Sie diese, bevor Sie neue anlegen.',
  'user.cannot_delete_self': 'Das eigene Konto können Sie hier nicht löschen.',
  'user.cannot_suspend_self': 'Sich selbst können Sie nicht sperren. Bitten Sie jemand anderen aus der Verwaltung.',
  'user.email_already_in_use': 'Diese E-Mail-Adresse gehört zu einem anderen Konto.',
  'user.email_exists_in_profile': 'Dieses Konto hat schon eine E-Mail-Adresse.',
  'user.email_or_phone_required':
    'Eine E-Mail-Adresse oder eine Telefonnummer muss bleiben. Fügen Sie zuerst die andere hinzu.',
  'user.email_required': 'Ihre E-Mail-Adresse wird zum Anmelden gebraucht. Sie können sie nur ersetzen.',
  'user.enterprise_sso_identity_not_exists':
    'Dieser Benutzer hat kein Konto beim Unternehmensanbieter {{ssoConnectorId}}.',
  'user.identity_already_in_use': 'Dieses Konto des Anbieters gehört zu einem anderen Benutzer.',
  'user.identity_not_exist': 'Zu dieser Anmeldung gehört noch kein Konto.',
  'user.identity_not_exists_in_current_user': 'Dieses Konto des Anbieters ist nicht mit Ihrem verknüpft.',
  'user.invalid_phone': 'Das ist keine gültige Telefonnummer.',
  'user.invalid_role_type': 'Einem Benutzer können nur Rollen für Benutzer gegeben werden.',
  'user.missing_mfa': 'Richten Sie einen zweiten Faktor ein, um fortzufahren.',
  'user.missing_profile': 'Es fehlen noch Angaben.',
  'user.new_password_required_in_profile': 'Wählen Sie zuerst ein neues Passwort.',
  'user.owns_paid_tenant': 'Beenden Sie zuerst die bezahlten Pläne der Mandanten, die Sie verwalten: {{tenants}}.',
  'user.passkey_already_in_use': 'Dieser Passkey gehört schon zu einem Konto. Nehmen Sie einen anderen.',
  'user.password_algorithm_required': 'Geben Sie den Algorithmus des Passwort-Hashs an.',
  'user.password_and_digest': 'Senden Sie entweder ein Passwort oder einen Hash, nicht beides.',
  'user.password_exists_in_profile': 'Dieses Konto hat schon ein Passwort.',
  'user.personal_access_token_name_exists':
    'Dieser Benutzer hat schon ein persönliches Zugriffstoken mit diesem Namen. Wählen Sie einen anderen Namen.',
  'user.phone_already_in_use': 'Diese Telefonnummer gehört zu einem anderen Konto.',
  'user.phone_exists_in_profile': 'Dieses Konto hat schon eine Telefonnummer.',
  'user.phone_required': 'Ihre Telefonnummer wird zum Anmelden gebraucht. Sie können sie nur ersetzen.',
  'user.same_password': 'Das neue Passwort muss sich vom jetzigen unterscheiden.',
  'user.sign_in_method_not_enabled': 'Diese Art der Anmeldung ist nicht eingeschaltet.',
  'user.suspended': 'Dieses Konto ist gesperrt.',
  'user.totp_already_in_use':
    'Dieser Benutzer hat schon eine Authenticator-App. Löschen Sie diese, bevor Sie eine andere anlegen.',
  'user.totp_secret_invalid': 'Das Geheimnis muss aus 16 bis 32 Zeichen in Base32 bestehen (A bis Z, 2 bis 7).',
  'user.user_not_exist': 'Für {{identifier}} gibt es kein Konto.',
  'user.username_already_in_use': 'Dieser Benutzername ist vergeben.',
  'user.username_exists_in_profile': 'Dieses Konto hat schon einen Benutzernamen.',
  'user.username_required': 'Ihr Benutzername wird zum Anmelden gebraucht. Sie können ihn nur ersetzen.',
  'user.wrong_backup_code_format': 'Senden Sie genau 10 verschiedene Codes mit je 10 hexadezimalen Zeichen.',
  'user_import.ambiguous':
    'Diese Kennungen gehören mehreren Benutzern. Ändern Sie die Zeile so, dass sie nur auf einen passt.',
  'user_import.avatar_invalid': 'Der Avatar muss die Adresse eines Bildes sein, die mit http:// oder https:// beginnt.',
  'user_import.boolean_invalid': 'Hier muss true oder false stehen.',
  'user_import.duplicate': 'Zeile {{line}} hat denselben Wert schon. Entfernen Sie eine der beiden Zeilen.',
  'user_import.email_invalid': 'Das ist keine E-Mail-Adresse.',
  'user_import.empty_file': 'Die Datei enthält keine Benutzer.',
  'user_import.exists': 'Diesen Benutzer gibt es schon; er blieb, wie er war.',
  'user_import.file_gone': 'Die hochgeladene Datei ist nicht mehr da. Laden Sie sie noch einmal hoch.',
  'user_import.id_in_use': 'Ein anderer Benutzer hat diese ID.',
  'user_import.id_invalid':
    'Eine ID hat 12 Kleinbuchstaben und Ziffern. Ändern Sie sie, oder lassen Sie neue IDs vergeben.',
  'user_import.in_use': 'Ein Auftrag arbeitet mit dieser Datei. Warten Sie auf ihn, oder brechen Sie ihn ab.',
  'user_import.json_invalid': 'Hier muss ein JSON-Objekt stehen.',
  'user_import.line_too_long':
    'Zeile {{line}} ist zu lang. Prüfen Sie, ob davor ein Anführungszeichen nicht geschlossen ist.',
  'user_import.malformed':
    'Die Datei lässt sich nicht lesen. Sehen Sie sich Zeile {{line}} an, und prüfen Sie, ob alle Anführungszeichen und Klammern geschlossen sind.',
  'user_import.malformed_line': 'Diese Zeile lässt sich nicht lesen.',
  'user_import.mapping_invalid':
    'Die Spalten passen nicht zu den Feldern. Jedes Feld kann nur aus einer Spalte gelesen werden.',
  'user_import.no_identifier': 'Die Zeile nennt weder Benutzernamen noch E-Mail-Adresse noch Telefonnummer.',
  'user_import.password_left_out':
    'Das Passwort blieb weg, weil sich ein Hash dieser Art hier nicht prüfen lässt. Der Benutzer braucht ein neues.',
  'user_import.role_unknown': 'Es gibt keine Rolle für Benutzer mit diesem Namen.',
  'user_import.time_invalid': 'Das ist kein Zeitpunkt. Schreiben Sie ihn als 2026-01-31T12:00:00Z.',
  'user_import.too_many_cells': 'Diese Zeile hat mehr Zellen, als die Datei Spalten hat.',
  'user_import.too_many_columns': 'Die Datei hat mehr als {{max}} Spalten. Entfernen Sie, was niemand braucht.',
  'user_import.too_many_records': 'Die Datei hat mehr als {{max}} Benutzer. Teilen Sie sie in mehrere Dateien.',
  'user_import.unknown_format':
    'Die Datei ist weder CSV noch JSON. Speichern Sie sie so, oder exportieren Sie sie noch einmal.',
  'user_import.username_invalid':
    'Ein Benutzername beginnt mit einem Buchstaben oder Unterstrich; es folgen Buchstaben, Ziffern und Unterstriche.',
  'user_import.value_invalid': 'Dieser Wert passt nicht zum Feld.',
  'user_import.value_too_long': 'Dieser Wert ist für das Feld zu lang.',
  'user_job.failed':
    'Der Auftrag brach wegen eines Fehlers auf unserer Seite ab. Starten Sie ihn neu; was erledigt ist, bleibt erledigt.',
  'user_job.is_over': 'Dieser Auftrag ist schon beendet.',
  'user_view.name_in_use': 'Sie haben schon eine Ansicht mit diesem Namen. Wählen Sie einen anderen.',
  'user_view.not_yours': 'Nur wer diese Ansicht angelegt hat, kann ihre Freigabe beenden.',
  'user_view.too_many': 'Sie haben schon {{max}} Ansichten. Löschen Sie zuerst eine.',
  'vault.not_configured':
    'Auf diesem Server lassen sich keine Geheimnisse ablegen. Bitten Sie den Betreiber, SECRET_VAULT_KEK zu setzen.',
  'vault.unreadable':
    'Abgelegte Geheimnisse lassen sich nicht lesen: Der Server hat einen anderen Schlüssel als den, mit dem sie abgelegt wurden. Fragen Sie den Betreiber.',
  'verification_code.code_mismatch': 'Der Code stimmt nicht. Prüfen Sie ihn oder fordern Sie einen neuen an.',
  'verification_code.email_mismatch': 'Dieser Code ging an eine andere E-Mail-Adresse.',
  'verification_code.exceed_max_try': 'Dieser Code wurde zu oft versucht. Fordern Sie einen neuen an.',
  'verification_code.expired': 'Dieser Code ist abgelaufen. Fordern Sie einen neuen an.',
  'verification_code.not_found': 'Es gibt keinen Code, der geprüft werden könnte. Fordern Sie einen neuen an.',
  'verification_code.phone_mismatch': 'Dieser Code ging an eine andere Telefonnummer.',
  'verification_record.not_found':
    'Diese Bestätigung gibt es nicht, sie ist nicht abgeschlossen oder abgelaufen. Bestätigen Sie neu.',
  'verification_record.permission_denied':
    'Bestätigen Sie zuerst, dass Sie es sind: mit Ihrem Passwort, einem Code oder einem Anbieter.',
  'verification_record.social_verification.invalid_target':
    'Sie haben sich bei {{actual}} angemeldet, gebraucht wird aber {{expected}}.',
  'verification_record.social_verification.token_response_not_found': 'Der Anbieter hat kein Token gegeben.',
};

import type { SsoProblemCode } from '@postern/contracts/people/sso-connection-tests';

export const germanProblems: Record<SsoProblemCode, { title: string; advice: string }> = {
  not_configured: {
    title: 'Die Verbindung hat noch keine Einstellungen.',
    advice: 'Tragen Sie die Einstellungen des Identitätsanbieters ein und speichern Sie sie. Testen Sie dann erneut.',
  },
  discovery_unreachable: {
    title: 'Das Discovery-Dokument des Anbieters kann nicht gelesen werden.',
    advice:
      'Prüfen Sie den Issuer. Die Adresse {issuer}/.well-known/openid-configuration muss aus dem Internet erreichbar sein.',
  },
  discovery_invalid: {
    title: 'Das Discovery-Dokument ist ungültig, oder es nennt einen anderen Issuer.',
    advice:
      'Übernehmen Sie den Issuer genau wie beim Anbieter, auch mit Pfad. Er muss „issuer“ im Dokument entsprechen.',
  },
  redirect_uri_refused: {
    title: 'Der Anbieter lehnt die Redirect-URI ab.',
    advice: 'Tragen Sie die Redirect-URI dieses Konnektors beim Anbieter genau so ein, wie sie hier angezeigt wird.',
  },
  scope_refused: {
    title: 'Der Anbieter lehnt einen Scope der Anfrage ab.',
    advice:
      'Erlauben Sie der Anwendung beim Anbieter openid, profile und email, oder entfernen Sie hier die zusätzlichen Scopes.',
  },
  access_denied: {
    title: 'Der Anbieter hat den Zugriff verweigert.',
    advice: 'Weisen Sie das Konto beim Anbieter der Anwendung zu, und stimmen Sie auf der Seite des Anbieters zu.',
  },
  provider_refused: {
    title: 'Der Anbieter hat die Anfrage abgelehnt.',
    advice: 'Sehen Sie sich die Einzelheiten und das Protokoll des Anbieters an.',
  },
  client_refused: {
    title: 'Der Anbieter akzeptiert die Client-ID oder das Client-Secret nicht.',
    advice:
      'Kopieren Sie beide noch einmal. Vielleicht ist das Secret abgelaufen, oder seine ID wurde statt des Werts kopiert.',
  },
  code_refused: {
    title: 'Der Anbieter löst den Autorisierungscode nicht ein.',
    advice:
      'Prüfen Sie, ob die Redirect-URI bei derselben Anwendung eingetragen ist wie die Client-ID, und testen Sie erneut.',
  },
  token_refused: {
    title: 'Der Token-Endpunkt des Anbieters hat die Anfrage abgelehnt.',
    advice: 'Sehen Sie sich die Einzelheiten und das Protokoll des Anbieters an.',
  },
  token_unreachable: {
    title: 'Der Token-Endpunkt des Anbieters ist nicht erreichbar.',
    advice: 'Prüfen Sie, ob der Anbieter läuft und ob seine Firewall Aufrufe dieses Servers erlaubt.',
  },
  token_invalid: {
    title: 'Die Antwort des Token-Endpunkts ist nicht verwendbar.',
    advice:
      'Die Antwort muss ein ID-Token enthalten. Prüfen Sie, ob die Anwendung beim Anbieter OpenID Connect verwendet.',
  },
  keys_unreachable: {
    title: 'Die Schlüssel des Anbieters können nicht gelesen werden.',
    advice: 'Prüfen Sie, ob „jwks_uri“ des Discovery-Dokuments aus dem Internet erreichbar ist.',
  },
  userinfo_failed: {
    title: 'Der Userinfo-Endpunkt des Anbieters ist fehlgeschlagen.',
    advice: 'Lassen Sie den Anbieter E-Mail-Adresse und Namen ins ID-Token schreiben, oder prüfen Sie den Endpunkt.',
  },
  clock: {
    title: 'Die Antwort ist noch nicht oder nicht mehr gültig.',
    advice: 'Stellen Sie die Uhren des Anbieters und dieses Servers. Sie dürfen um eine Minute abweichen.',
  },
  clock_differs: {
    title: 'Die Uhr des Anbieters weicht von der Uhr dieses Servers ab.',
    advice: 'Stellen Sie die Uhren per NTP. Bei mehr als einer Minute Abweichung schlägt die Anmeldung fehl.',
  },
  audience: {
    title: 'Die Antwort ist für eine andere Anwendung bestimmt.',
    advice:
      'OpenID Connect: Prüfen Sie die Client-ID. SAML: Tragen Sie beim Anbieter die Entity-ID dieses Konnektors als Audience ein.',
  },
  issuer: {
    title: 'Die Antwort kommt von einem anderen Aussteller.',
    advice:
      'Vergleichen Sie den Issuer oder die Entity-ID in den Einzelheiten mit den gespeicherten Einstellungen, und berichtigen Sie den falschen Wert.',
  },
  recipient: {
    title: 'Die Antwort wurde für eine andere Adresse ausgestellt.',
    advice: 'Tragen Sie die ACS-URL dieses Konnektors beim Anbieter genau so ein, wie sie hier angezeigt wird.',
  },
  unsigned: {
    title: 'Weder die Antwort noch die Assertion ist signiert.',
    advice: 'Schalten Sie beim Anbieter die Signatur der Assertion ein.',
  },
  signature: {
    title: 'Die Signatur ist ungültig.',
    advice:
      'Speichern Sie hier das aktuelle Signaturzertifikat oder die Metadaten des Anbieters. Ein Proxy darf die Antwort nicht verändern.',
  },
  weak_algorithm: {
    title: 'Die Antwort ist mit einem schwachen Verfahren signiert.',
    advice: 'Stellen Sie beim Anbieter RSA oder ECDSA mit SHA-256 oder stärker ein.',
  },
  certificate_unknown: {
    title: 'Die Antwort ist mit einem Zertifikat signiert, das hier nicht gespeichert ist.',
    advice: 'Der Anbieter hat sein Zertifikat gewechselt. Speichern Sie hier das neue Zertifikat oder die Metadaten.',
  },
  certificate_expired: {
    title: 'Das Signaturzertifikat des Anbieters ist abgelaufen.',
    advice: 'Erneuern Sie das Zertifikat beim Anbieter, und speichern Sie das neue hier.',
  },
  certificate_expiring: {
    title: 'Das Signaturzertifikat des Anbieters läuft bald ab.',
    advice: 'Erneuern Sie das Zertifikat rechtzeitig beim Anbieter, und speichern Sie das neue hier.',
  },
  encrypted: {
    title: 'Die Assertion ist verschlüsselt und kann nicht entschlüsselt werden.',
    advice:
      'Schalten Sie verschlüsselte Assertions für diesen Konnektor ein und geben Sie dem Anbieter das Zertifikat. Verwenden Sie AES-GCM mit RSA-OAEP, oder schalten Sie die Verschlüsselung dort aus.',
  },
  response_invalid: {
    title: 'Die Antwort ist keine gültige SAML-Antwort.',
    advice: 'Prüfen Sie, ob der Anbieter SAML 2.0 mit dem HTTP-POST-Binding für die ACS-URL verwendet.',
  },
  request_mismatch: {
    title: 'Die Antwort gehört nicht zur Anfrage dieses Tests.',
    advice:
      'Starten Sie den Test erneut. Der Anbieter muss die Anfrage beantworten und darf die Anmeldung nicht selbst beginnen.',
  },
  replayed: {
    title: 'Die Antwort wurde schon einmal verwendet.',
    advice: 'Starten Sie den Test erneut. Der Anbieter muss für jede Anmeldung eine neue Assertion erzeugen.',
  },
  not_a_workspace_account: {
    title: 'Das ist ein privates Google-Konto.',
    advice: 'Melden Sie sich mit einem Konto von Google Workspace an.',
  },
  id_missing: {
    title: 'Die Antwort enthält keine verwendbare Benutzer-ID.',
    advice:
      'SAML: Ordnen Sie der Benutzer-ID ein Attribut zu, das der Anbieter sendet. Sie darf höchstens 128 Zeichen haben.',
  },
  email_missing: {
    title: 'Die Antwort enthält keine E-Mail-Adresse.',
    advice:
      'Lassen Sie den Anbieter die Adresse senden: den Claim „email“ oder das Attribut aus der Attributzuordnung.',
  },
  email_unverified: {
    title: 'Der Anbieter sagt nicht, dass die E-Mail-Adresse bestätigt ist.',
    advice:
      'Bestehende Konten mit dieser Adresse werden nicht verknüpft. Lassen Sie den Anbieter „email_verified“ senden.',
  },
  domain_mismatch: {
    title: 'Die E-Mail-Adresse liegt in keiner Domain dieses Konnektors.',
    advice: 'Fügen Sie die Domain zu den E-Mail-Domains des Konnektors hinzu, wenn sie dem Unternehmen gehört.',
  },
  no_domains: {
    title: 'Der Konnektor hat keine E-Mail-Domain.',
    advice: 'Fügen Sie eine E-Mail-Domain des Unternehmens hinzu. Bis dahin kann sich niemand damit anmelden.',
  },
  no_response: {
    title: 'Der Anbieter hat nicht innerhalb von zehn Minuten geantwortet.',
    advice:
      'Falls der Anbieter eine Fehlerseite gezeigt hat: Tragen Sie dort die Redirect-URI oder die ACS-URL und die Entity-ID dieses Konnektors genau wie angezeigt ein.',
  },
  metadata_unreadable: {
    title: 'Die Metadaten des Anbieters sind nicht verwendbar.',
    advice: 'Speichern Sie hier die aktuellen Metadaten des Anbieters.',
  },
  unknown: {
    title: 'Der Test ist aus einem anderen Grund fehlgeschlagen.',
    advice: 'Sehen Sie sich die Einzelheiten und das Protokoll des Anbieters an.',
  },
};

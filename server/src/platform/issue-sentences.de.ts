import { maxPayloadLength } from '@postern/contracts/people/organization-invitations';
import { exportColumns } from '@postern/contracts/people/user-export';
import { maxCustomDataLength } from '@postern/contracts/people/users';
import { maxSignInDays } from '@postern/contracts/records/dashboard';
import type { sentences } from './issue-sentences.ts';

const byKind: Record<(typeof sentences)[keyof typeof sentences], string> = {
  'Enter a value.': 'Geben Sie einen Wert ein.',
  'Enter text.': 'Geben Sie einen Text ein.',
  'Enter a number.': 'Geben Sie eine Zahl ein.',
  'Enter a whole number.': 'Geben Sie eine ganze Zahl ein.',
  'Use true or false.': 'Verwenden Sie true oder false.',
  'Use a list.': 'Verwenden Sie eine Liste.',
  'Use an object.': 'Verwenden Sie ein Objekt.',
  'Use a value of the correct type.': 'Verwenden Sie einen Wert eines anderen Typs.',
  'Enter at least {{min}} characters.': 'Geben Sie mindestens {{min}} Zeichen ein.',
  'Enter at most {{max}} characters.': 'Geben Sie höchstens {{max}} Zeichen ein.',
  'Enter exactly {{count}} characters.': 'Geben Sie genau {{count}} Zeichen ein.',
  'Add at least one entry.': 'Fügen Sie mindestens einen Eintrag hinzu.',
  'Use at least {{min}} entries.': 'Fügen Sie Einträge hinzu, bis es mindestens {{min}} sind.',
  'Use at most {{max}} entries.': 'Entfernen Sie Einträge, bis es höchstens {{max}} sind.',
  'Enter {{min}} or more.': 'Geben Sie {{min}} oder mehr ein.',
  'Enter more than {{min}}.': 'Geben Sie mehr als {{min}} ein.',
  'Enter {{max}} or less.': 'Geben Sie {{max}} oder weniger ein.',
  'Enter less than {{max}}.': 'Geben Sie weniger als {{max}} ein.',
  'Enter a full URL that starts with https:// or http://.':
    'Geben Sie eine vollständige URL ein, die mit https:// oder http:// beginnt.',
  'Enter an email address such as name@example.com.':
    'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'Enter the phone number with its country code, in digits only.':
    'Geben Sie die Telefonnummer mit Ländervorwahl ein, nur in Ziffern.',
  'Use letters, digits and underscores. Start with a letter or an underscore.':
    'Verwenden Sie Buchstaben ohne Umlaute, Ziffern und Unterstriche; beginnen Sie mit einem Buchstaben oder Unterstrich.',
  'Enter a color such as #5d34f2.': 'Geben Sie eine Farbe ein, zum Beispiel #5d34f2.',
  'Enter a date and time such as 2026-01-31T12:00:00Z.':
    'Geben Sie Datum und Uhrzeit ein, zum Beispiel 2026-01-31T12:00:00Z.',
  'Enter a date such as 2026-01-31.': 'Geben Sie ein Datum ein, zum Beispiel 2026-01-31.',
  'Start with {{prefix}}.': 'Beginnen Sie mit {{prefix}}.',
  'This does not have the expected format.': 'Prüfen Sie die Schreibweise. Sie hat nicht die erwartete Form.',
  'Use one of these: {{options}}.': 'Verwenden Sie einen dieser Werte: {{options}}.',
  'Enter a multiple of {{divisor}}.': 'Geben Sie ein Vielfaches von {{divisor}} ein.',
  'Remove this unknown key.': 'Entfernen Sie diesen Schlüssel. Er ist hier nicht bekannt.',
  'This value is not allowed. Use another one.': 'Verwenden Sie einen anderen Wert. Dieser ist hier nicht erlaubt.',
};

/** Sentences of contracts and connectors, keyed by the English text. */
const ofContracts = {
  'Use an http or https URL.': 'Verwenden Sie eine URL, die mit http:// oder https:// beginnt.',
  'Use only ASCII characters without spaces; write international host names as xn--….':
    'Verwenden Sie nur ASCII-Zeichen ohne Leerzeichen; schreiben Sie internationale Hostnamen als xn--….',
  'Replace backslashes with slashes.': 'Ersetzen Sie jeden umgekehrten Schrägstrich durch einen Schrägstrich.',
  'Use a full address such as https://app.example.com/callback.':
    'Verwenden Sie eine vollständige Adresse, zum Beispiel https://app.example.com/callback.',
  'Addresses that start with {{scheme}} are not allowed. Use https: or your own scheme.':
    'Adressen, die mit {{scheme}} beginnen, sind nicht erlaubt. Verwenden Sie https: oder das Schema Ihrer eigenen App.',
  'Remove the fragment (the # and the text after it).':
    'Entfernen Sie das # und alles danach: Eine Adresse darf kein Fragment haben.',
  'Wildcards are not allowed. Enter the full address.':
    'Schreiben Sie jede Adresse aus: Platzhalter sind nicht erlaubt.',
  'Remove the username and password before the @.': 'Entfernen Sie Benutzernamen und Passwort vor dem @.',
  'Start with the scheme, two slashes and the plain host, such as https://app.example.com.':
    'Schreiben Sie das Schema, zwei Schrägstriche und den einfachen Hostnamen: https://app.example.com.',
  'Remove . and .. parts and encoded slashes from the path.':
    'Schreiben Sie den Pfad ohne die Teile . und .. und ohne kodierte Schrägstriche.',
  'Write the scheme in lower case.': 'Schreiben Sie das Schema in Kleinbuchstaben.',
  'Use an address that starts with https:// or http://.':
    'Verwenden Sie eine Adresse, die mit https:// oder http:// beginnt.',
  'Use only scheme, host and port: {{origin}}.': 'Verwenden Sie nur Schema, Host und Port: {{origin}}.',
  'Use an absolute URI such as https://api.example.com, without a fragment.':
    'Verwenden Sie eine absolute URI ohne Fragment, zum Beispiel https://api.example.com.',
  'Send either tenantId for an existing tenant or tenantName for a new one.':
    'Nennen Sie einen Mandanten mit tenantId oder einen neuen mit tenantName, nicht beides.',
  'Use letters, digits, -, _, . and ~.': 'Verwenden Sie Buchstaben ohne Umlaute, Ziffern, -, _, . und ~.',
  'There are too many variables. Remove some.': 'Es sind zu viele Variablen. Entfernen Sie einige.',
  'Use a language tag such as en or pt-BR.': 'Verwenden Sie ein Sprachkürzel, zum Beispiel en oder pt-BR.',
  'Use a single line.': 'Schreiben Sie es in eine Zeile.',
  'Enter an RSA private key.': 'Geben Sie einen privaten RSA-Schlüssel ein.',
  'Enter an X.509 certificate.': 'Geben Sie ein X.509-Zertifikat ein.',
  'Enter the key that signs requests.': 'Geben Sie den Schlüssel ein, der Anfragen signiert.',
  'Enter the key that decrypts assertions.': 'Geben Sie den Schlüssel ein, der Zusicherungen entschlüsselt.',
  'Enter the host name of the mail server, such as smtp.example.com.':
    'Geben Sie den Namen des Mailservers ein, zum Beispiel smtp.example.com.',
  'Links are not allowed here. Remove them.': 'Links sind hier nicht erlaubt. Entfernen Sie sie.',
  'This header is set automatically. Remove it.': 'Diese Kopfzeile setzt die Nachricht selbst. Entfernen Sie sie hier.',
  'This header is set by the server.': 'Diese Kopfzeile setzt der Server. Entfernen Sie sie hier.',
  'There are too many headers.': 'Es sind zu viele Kopfzeilen. Entfernen Sie einige.',
  'The minimum length must not be greater than the maximum length (defaults: 8 and 256).':
    'Die kürzeste Länge darf nicht über der längsten liegen (8 und 256, wo nichts angegeben ist).',
  'Send one email address, or a list of 1 to 100.': 'Geben Sie eine E-Mail-Adresse an oder eine Liste mit 1 bis 100.',
  [`Separate columns with commas. Allowed columns: ${exportColumns.join(', ')}.`]: `Trennen Sie die Spalten durch Kommas. Möglich sind: ${exportColumns.join(', ')}.`,
  'Use milliseconds since 1970.': 'Verwenden Sie Millisekunden seit 1970.',
  'Use a day such as 2026-11-30.': 'Verwenden Sie einen Tag, zum Beispiel 2026-11-30.',
  [`Use a number from 1 to ${maxSignInDays}.`]: `Verwenden Sie eine Zahl von 1 bis ${maxSignInDays}.`,
  'Use milliseconds since 1970, or days ago such as -30d.':
    'Verwenden Sie Millisekunden seit 1970 oder Tage in der Vergangenheit, zum Beispiel -30d.',
  'This time is too far in the future.': 'Dieser Zeitpunkt liegt zu weit in der Zukunft. Wählen Sie einen früheren.',
  'Send either userIds or filter.': 'Geben Sie entweder userIds oder filter an.',
  'excludedIds is allowed only with filter.': 'excludedIds ist nur zusammen mit filter möglich.',
  'roleIds is allowed only with assign-roles and remove-roles.':
    'roleIds ist nur mit assign-roles und remove-roles möglich.',
  [`Custom data can have at most ${maxCustomDataLength} characters.`]: `Eigene Daten dürfen höchstens ${maxCustomDataLength} Zeichen haben.`,
  'Use a domain such as example.com, without @.': 'Verwenden Sie eine Domain wie example.com, ohne @.',
  [`The payload may have at most ${maxPayloadLength} characters.`]: `Die Nutzdaten dürfen höchstens ${maxPayloadLength} Zeichen haben.`,
  'Enter the settings of the chosen type.': 'Geben Sie die Einstellungen des gewählten Typs an.',
  'Remove the settings of another type.': 'Entfernen Sie die Einstellungen eines anderen Typs.',
  'Remove the query (the ? and the text after it).': 'Entfernen Sie die Abfrage (das ? und alles danach).',
};

/** Sentences of server rules, keyed by the English text. The type system allows rules to use only these sentences. */
const ofRules = {
  'NUL characters are not allowed.': 'NUL-Zeichen sind nicht erlaubt.',
  'The JSON is nested too deeply.': 'Das JSON ist zu tief verschachtelt.',
  'Send a form (multipart/form-data) with one file named "file".':
    'Senden Sie ein Formular (multipart/form-data) mit einer Datei namens „file“.',
  'The form cannot be read: {{reason}}': 'Das Formular kann nicht gelesen werden: {{reason}}',
  'Send exactly one file, named "file".': 'Senden Sie genau eine Datei mit dem Namen „file“.',
  'Together with the existing data, this has more than {{max}} characters.':
    'Zusammen mit den vorhandenen Daten sind es mehr als {{max}} Zeichen.',
  'All phrases together can have at most {{max}} characters.': 'Alle Texte zusammen dürfen {{max}} Zeichen haben.',
  'Use an origin such as https://intranet.example.com, without a path.':
    'Verwenden Sie einen Origin wie https://intranet.example.com, ohne Pfad.',
  'Use a valid regular expression.': 'Verwenden Sie einen gültigen regulären Ausdruck.',
  'Use an address that starts with https:// or http://. Only native apps can use custom schemes.':
    'Verwenden Sie eine Adresse, die mit https:// oder http:// beginnt. Nur native Apps haben eigene Schemas.',
  'The host {{host}} could not be found.': 'Der Host {{host}} wurde nicht gefunden.',
  'The host {{host}} is not a public address.': 'Der Host {{host}} ist keine öffentliche Adresse.',
  'Only http and https addresses can be called.': 'Nur Adressen mit http oder https können aufgerufen werden.',
  'The address must not contain a username or password.':
    'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
  'tenantId must be {{tenantId}} or omitted.': 'tenantId muss {{tenantId}} sein oder fehlen.',
  'A date field needs a format.': 'Ein Datum braucht ein Format.',
  'Set customFormat, because the format is custom.': 'Geben Sie customFormat an, weil das Format custom ist.',
  'A checkbox cannot be required and has no description.':
    'Ein Kontrollkästchen kann nicht verpflichtend sein und hat keine Beschreibung.',
  'A field of the type {{type}} has no {{foreign}}.': 'Ein Feld vom Typ {{type}} hat kein {{foreign}}.',
  'The start must not be after the end. Request at most {{max}} days.':
    'Fragen Sie nach Tagen in ihrer Reihenfolge, höchstens {{max}}.',
  'Set userId to the user of the token.': 'Geben Sie mit userId an, wessen Token es wäre.',
  'A machine needs a resource or an organization.': 'Eine Maschine fragt nach einer Ressource oder einer Organisation.',
  'The last message must be the question.': 'Die letzte Nachricht muss die Frage sein.',
  'expiresAt must be in the future.': 'expiresAt muss in der Zukunft liegen.',
  'Use either excludeRoleId or excludeOrganizationId, not both.':
    'excludeRoleId und excludeOrganizationId schließen einander aus.',
  'The plan {{planId}} does not exist or is not available.':
    'Es gibt keinen Tarif {{planId}}, den ein Mandant haben könnte.',
  'Only an agreed plan can have its own quota.':
    'Nur ein mit einem Kunden vereinbarter Tarif kann ein eigenes Kontingent haben.',
  'redirectUri must be an address of the console.': 'redirectUri muss eine Adresse der Konsole sein.',
  'redirectUri must be an address of the application.': 'redirectUri muss eine Adresse der Anwendung sein.',
  'redirectUri must be {{uri}}.': 'redirectUri muss {{uri}} sein.',
  'Send either applicationId or personId.': 'Geben Sie entweder applicationId oder personId an.',
  '{{email}} is a member of the organization already.': '{{email}} ist bereits Mitglied der Organisation.',
  'This invitation is not open any more.': 'Diese Einladung ist nicht mehr offen.',
  'Give acceptedUserId: the user who accepts the invitation.':
    'Geben Sie acceptedUserId an: den Benutzer, der die Einladung annimmt.',
  'The primary email address of the user must be the invited one.':
    'Die primäre E-Mail-Adresse des Benutzers muss die eingeladene sein.',
  'The type of a stream cannot be changed.': 'Der Typ eines Streams kann nicht geändert werden.',
  'Enter the value of this header.': 'Geben Sie den Wert dieses Headers ein.',
  'Enter the values of the headers again, because the address has changed.':
    'Geben Sie die Werte der Header erneut ein, weil sich die Adresse geändert hat.',
  'The document is too large or contains a DTD.': 'Das Dokument ist zu groß oder enthält eine DTD.',
  'The address does not answer with metadata.': 'Unter dieser Adresse gibt es keine Metadaten.',
  'The address cannot be reached.': 'Die Adresse ist nicht erreichbar.',
  'Enter a metadata URL, metadata, or all of entity ID, sign-in address and certificate.':
    'Geben Sie eine Metadaten-URL, Metadaten oder Entity-ID, Anmeldeadresse und Zertifikat an.',
  'The certificate is not a valid X.509 certificate.': 'Das Zertifikat ist kein gültiges X.509-Zertifikat.',
  'The document is not well-formed XML.': 'Das Dokument ist kein wohlgeformtes XML.',
  'The metadata contains no signing certificate.': 'Die Metadaten enthalten kein Zertifikat zum Signieren.',
  'The sign-in address of the metadata is not a web address.': 'Die Anmeldeadresse der Metadaten ist keine Webadresse.',
  'The document does not describe exactly one identity provider.':
    'Das Dokument beschreibt nicht genau einen Identitätsanbieter.',
  'The metadata has no entityID, or a very long one.': 'Die Metadaten haben keine oder eine zu lange entityID.',
  'The metadata has no sign-in address for the redirect binding.':
    'Die Metadaten haben keine Anmeldeadresse für das Redirect-Binding.',
  'No discovery document could be read at this issuer. Check the address.':
    'Bei diesem Aussteller konnte kein Discovery-Dokument gelesen werden. Prüfen Sie die Adresse.',
  'The discovery document is not valid, or it names another issuer.':
    'Das Discovery-Dokument ist nicht gültig, oder es nennt einen anderen Aussteller.',
};

export type RuleSentence = keyof typeof ofRules;

export const germanSentences: Readonly<Record<string, string>> = { ...byKind, ...ofContracts, ...ofRules };

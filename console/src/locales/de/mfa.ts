import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Ein zweiter Schritt nach der ersten Anmeldemethode, damit ein gestohlenes Passwort nicht ausreicht.',
  factors: {
    title: 'Faktoren',
    help: 'Was als zweiter Schritt eingerichtet werden kann. Die Anmeldeseiten zeigen die Auswahl in dieser Reihenfolge.',
    names: {
      WebAuthn: 'Passkey',
      Totp: 'Authenticator-App',
      PhoneVerificationCode: 'Code per SMS',
      EmailVerificationCode: 'Code per E-Mail',
      BackupCode: 'Ersatzcodes',
    },
    about: {
      WebAuthn: 'Fingerabdruck, Gesicht, Bildschirmsperre oder Sicherheitsschlüssel. Schützt vor Phishing.',
      Totp: 'Einmalcodes aus einer App wie Google Authenticator oder 1Password.',
      PhoneVerificationCode:
        'Ein Code an die Telefonnummer des Kontos. Weniger sicher als eine App oder ein Passkey; bieten Sie daher auch eines davon an.',
      EmailVerificationCode: 'Ein Code an die E-Mail-Adresse des Kontos.',
      BackupCode: 'Zehn Codes für den Fall, dass kein anderer Faktor zur Hand ist. Jeder Code gilt einmal.',
    },
    clash: {
      email: 'Nicht verfügbar, weil die Anmeldung mit Codes per E-Mail erfolgt.',
      phone: 'Nicht verfügbar, weil die Anmeldung mit Codes per SMS erfolgt.',
    },
    openMethods: 'Anmeldemethoden ändern',
  },
  problems: {
    alone: 'Ersatzcodes brauchen einen anderen Faktor. Schalten Sie mindestens einen weiteren ein.',
    email:
      'Die Anmeldung erfolgt mit Codes per E-Mail, daher können sie kein zweiter Faktor sein. Schalten Sie „Code per E-Mail“ aus.',
    phone:
      'Die Anmeldung erfolgt mit Codes per SMS, daher können sie kein zweiter Faktor sein. Schalten Sie „Code per SMS“ aus.',
  },
  policy: {
    title: 'Richtlinie',
    help: 'Wann die Einrichtung eines Faktors verlangt oder angeboten wird. Wer einen hat, wird bei jeder Anmeldung danach gefragt, außer auf vertrauenswürdigen Geräten.',
    noFactors: 'Schalten Sie einen Faktor ein, um eine Richtlinie zu wählen.',
    require: 'Zweiten Faktor verlangen',
    requireOn: 'Wer keinen Faktor hat, muss einen einrichten, um die Anmeldung oder Registrierung abzuschließen.',
    requireOff: 'Wenn dies aus ist, ist die Anmeldung ohne zweiten Faktor möglich.',
    prompt: 'Einrichtung anbieten',
    prompts: {
      PromptAtSignInAndSignUp: 'Bei Anmeldung und Registrierung',
      PromptOnlyAtSignIn: 'Nur bei der Anmeldung',
      NoPrompt: 'Nicht anbieten',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'Wer keinen Faktor hat, bekommt bei Registrierung und Anmeldung einen angeboten. Das Angebot kann übersprungen werden.',
      PromptOnlyAtSignIn:
        'Wer keinen Faktor hat, bekommt bei der Anmeldung einen angeboten, nicht aber bei der Registrierung. Das Angebot kann übersprungen werden.',
      NoPrompt: 'Die Anmeldeseiten bieten keine Faktoren an. Sie können im Kontobereich eingerichtet werden.',
    },
    organizations: 'Mitglieder von Organisationen, die einen zweiten Faktor verlangen',
    organizationPolicies: { NoPrompt: 'Wie oben festgelegt', Mandatory: 'Müssen einen einrichten' },
    organizationsHelp: {
      NoPrompt: 'Sie können sich ohne Faktor anmelden, bekommen aber keine Tokens für eine solche Organisation.',
      Mandatory: 'Mitglieder mindestens einer solchen Organisation können die Einrichtung nicht überspringen.',
      All: 'Alle brauchen einen zweiten Faktor, auch Mitglieder von Organisationen.',
    },
  },
  trusted: {
    title: 'Vertrauenswürdige Geräte',
    help: 'Nach der Bestätigung eines zweiten Faktors können Personen wählen, in diesem Browser für einige Zeit nicht mehr danach gefragt zu werden.',
    enabled: 'Anbieten, einem Gerät zu vertrauen',
    enabledHelp:
      'Anwendungen, Organisationen und riskante Anmeldungen, die einen Faktor verlangen, fragen weiterhin danach. Ein neues Passwort, ein Zurücksetzen der Faktoren oder eine Abmeldung überall beendet das Vertrauen.',
    noFactors: 'Wirkt, sobald ein Faktor eingeschaltet ist.',
    days: 'Erneut fragen nach',
    daysHelp: 'Eine kürzere Zeit gilt auch für Geräte, denen schon vertraut wird.',
    unit: 'Tagen',
    daysWrong: 'Geben Sie eine ganze Zahl von 1 bis {{max}} ein.',
  },
  passkeys: {
    title: 'Anmeldung mit Passkey',
    help: 'Anmeldung allein mit einem Passkey, ohne Passwort oder Code. Er zählt auch als zweiter Faktor.',
    enabled: 'Anmeldung mit Passkey erlauben',
    enabledHelp: 'Nach einer Anmeldung mit Passwort oder Code wird angeboten, einen Passkey zu erstellen.',
    button: 'Schaltfläche auf der Anmeldeseite zeigen',
    buttonHelp: '„Mit Passkey anmelden“ ersetzt die Eingabe der Kennung.',
    autofill: 'Passkeys im Feld für die Kennung vorschlagen',
    autofillHelp: 'Browser, die das unterstützen, zeigen Passkeys wie gespeicherte Passwörter an.',
  },
};

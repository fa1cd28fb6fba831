import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Schlüssel, die Tokens und Cookies signieren. Wechseln Sie sie ab und zu, und sofort, wenn einer bekannt geworden sein könnte.',
  rotate: 'Rotieren',
  rotated: 'Schlüssel rotiert',
  deleted: 'Schlüssel gelöscht',
  deleteWhat: 'Schlüssel {{id}} löschen',
  copyId: 'Schlüssel-Id kopieren',
  copyFingerprint: 'Fingerabdruck kopieren',
  columns: {
    id: 'Schlüssel-Id',
    status: 'Status',
    algorithm: 'Verfahren',
    fingerprint: 'SHA-256-Fingerabdruck',
    created: 'Erstellt',
  },
  statuses: { Next: 'Nächster', Replaced: 'Ersetzt', Current: 'Aktuell', Previous: 'Voriger' },
  signs: 'signiert {{when}}',
  replaced: 'signiert nie',
  companion: 'und {{algorithm}}',
  copyCompanionFingerprint: 'Fingerabdruck des {{algorithm}}-Schlüssels kopieren',
  'private-keys': {
    title: 'Private Schlüssel',
    help: 'Signieren ID-Tokens und Access-Tokens. Zu jedem gehört ein zweiter Schlüssel für Anwendungen, die das andere Verfahren gewählt haben. Ein neuer Schlüssel wird zuerst veröffentlicht und signiert später, damit Anwendungen ihn kennen, bevor sie ihm begegnen.',
    rotate: 'Private Schlüssel rotieren',
    deleteBodies: {
      Next: 'Er hat noch nichts signiert. Der aktuelle Schlüssel signiert weiter.',
      Replaced: 'Er hat nichts signiert. Der nächste Schlüssel bleibt, wie er ist.',
      Current: 'Tokens, die er signiert hat, werden ab sofort abgelehnt. Der neueste der übrigen Schlüssel signiert.',
      Previous: 'Tokens, die er signiert hat, werden ab sofort abgelehnt, auch wenn sie noch gültig wären.',
    },
  },
  'cookie-keys': {
    title: 'Cookie-Schlüssel',
    help: 'Signieren die Cookies der Anmeldeseiten. Der vorige Schlüssel gilt noch, deshalb wird niemand abgemeldet.',
    rotate: 'Cookie-Schlüssel rotieren',
    rotateBody:
      'Neue Cookies werden mit einem neuen Schlüssel signiert. Der aktuelle gilt noch; ein älterer nicht mehr, und wer seither nicht wiedergekommen ist, muss sich neu anmelden.',
    deleteBodies: {
      Next: 'Er hat noch nichts signiert.',
      Replaced: 'Er hat nichts signiert.',
      Current: 'Wer sich mit ihm angemeldet hat, muss sich neu anmelden.',
      Previous: 'Wer seit der Rotation nicht wiedergekommen ist, muss sich neu anmelden.',
    },
  },
  deleteTitles: {
    Next: 'Den nächsten Schlüssel löschen?',
    Replaced: 'Den ersetzten Schlüssel löschen?',
    Current: 'Den aktuellen Schlüssel löschen?',
    Previous: 'Den vorigen Schlüssel löschen?',
  },
  rotateHelp: 'Ein neuer Schlüssel übernimmt. Der aktuelle prüft weiter die Tokens, die er signiert hat.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Kurze Tokens, schnell signiert; für fast alle das Richtige.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 Bit. Für APIs, die nichts anderes annehmen.' },
  },
  start: 'Wann er signiert',
  starts: {
    later: { name: 'In {{grace}}', help: 'Jetzt veröffentlicht. Anwendungen haben Zeit, ihn zu holen.' },
    now: { name: 'Sofort', help: 'Für einen Schlüssel, den andere kennen könnten.' },
  },
  nowTitle: 'Manche Anwendungen lehnen neue Tokens eine Weile ab',
  nowBody:
    'Sie behalten die Liste der Schlüssel bis zu {{age}}, manche länger, und kennen den neuen erst, wenn sie sie wieder holen. Damit Tokens eines bekannt gewordenen Schlüssels nichts mehr nützen, löschen Sie ihn danach.',
  replacesTitle: 'Ein Schlüssel wartet bereits',
  replacesBody: 'Er hat noch nichts signiert. Der neue tritt an seine Stelle, und der wartende signiert nie.',
};

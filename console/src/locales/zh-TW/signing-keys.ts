import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose: '用於簽署權杖和 Cookie 的金鑰。請定期輪替；如果可能已外洩，請立即輪替。',
  rotate: '輪替',
  rotated: '金鑰已輪替',
  deleted: '金鑰已刪除',
  deleteWhat: '刪除金鑰 {{id}}',
  copyId: '複製金鑰 ID',
  copyFingerprint: '複製指紋',
  columns: {
    id: '金鑰 ID',
    status: '狀態',
    algorithm: '演算法',
    fingerprint: 'SHA-256 指紋',
    created: '建立時間',
  },
  statuses: { Next: '下一個', Replaced: '已被取代', Current: '目前', Previous: '上一個' },
  signs: '{{when}}開始簽署',
  replaced: '從未使用',
  companion: '和 {{algorithm}}',
  copyCompanionFingerprint: '複製 {{algorithm}} 金鑰的指紋',
  'private-keys': {
    title: '私密金鑰',
    help: '簽署 ID 權杖和存取權杖。每個金鑰都有一個配對金鑰，供使用另一種演算法的應用程式使用。新金鑰在簽署之前先發布，以便應用程式提前取得。',
    rotate: '輪替私密金鑰',
    deleteBodies: {
      Next: '此金鑰尚未簽署任何內容。目前金鑰繼續使用。',
      Replaced: '此金鑰沒有簽署過任何內容。下一個金鑰不受影響。',
      Current: '由此金鑰簽署的權杖會失效。改由剩餘金鑰中最新的一個簽署。',
      Previous: '由此金鑰簽署的權杖會失效，即使尚未到期。',
    },
  },
  'cookie-keys': {
    title: 'Cookie 金鑰',
    help: '簽署登入頁面的 Cookie。用上一個金鑰簽署的 Cookie 仍然有效，因此使用者保持登入。',
    rotate: '輪替 Cookie 金鑰',
    rotateBody:
      '新的 Cookie 用新金鑰簽署。用目前金鑰簽署的 Cookie 仍然有效。Cookie 由更早的金鑰簽署的使用者必須重新登入。',
    deleteBodies: {
      Next: '此金鑰尚未簽署任何內容。',
      Replaced: '此金鑰沒有簽署過任何內容。',
      Current: '工作階段由此金鑰簽署的使用者必須重新登入。',
      Previous: '輪替後尚未再次存取的使用者必須重新登入。',
    },
  },
  deleteTitles: {
    Next: '要刪除下一個金鑰嗎？',
    Replaced: '要刪除已被取代的金鑰嗎？',
    Current: '要刪除目前金鑰嗎？',
    Previous: '要刪除上一個金鑰嗎？',
  },
  rotateHelp: '新金鑰會取代目前金鑰。用目前金鑰簽署的權杖仍然有效。',
  algorithms: {
    EC: { name: 'EC', help: 'ES256。權杖短，簽署快。建議。' },
    RSA: { name: 'RSA', help: 'RS256，4096 位。適用於只支援 RSA 的 API。' },
  },
  start: '開始簽署的時間',
  starts: {
    later: { name: '{{grace}}後', help: '金鑰現在就發布，使應用程式有時間取得。' },
    now: { name: '現在', help: '如果目前金鑰可能已外洩，請使用此項。' },
  },
  nowTitle: '部分應用程式可能會暫時拒絕新權杖',
  nowBody:
    '應用程式會快取金鑰清單，最長 {{age}}，有些更長。在重新取得之前，它們會拒絕用新金鑰簽署的權杖。要使外洩的金鑰所簽署的權杖失效，請隨後刪除該金鑰。',
  replacesTitle: '已有下一個金鑰',
  replacesBody: '它尚未簽署任何內容。新金鑰會取代它，現有的下一個金鑰將不會被使用。',
};

import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose: '用於簽署權杖和 Cookie 的密鑰。請定期輪替；如果可能已外洩，請立即輪替。',
  rotate: '輪替',
  rotated: '密鑰已輪替',
  deleted: '密鑰已刪除',
  deleteWhat: '刪除密鑰 {{id}}',
  copyId: '複製密鑰 ID',
  copyFingerprint: '複製指紋',
  columns: {
    id: '密鑰 ID',
    status: '狀態',
    algorithm: '演算法',
    fingerprint: 'SHA-256 指紋',
    created: '建立時間',
  },
  statuses: { Next: '下一個', Replaced: '已被取代', Current: '目前', Previous: '上一個' },
  signs: '{{when}}開始簽署',
  replaced: '從未使用',
  companion: '和 {{algorithm}}',
  copyCompanionFingerprint: '複製 {{algorithm}} 密鑰的指紋',
  'private-keys': {
    title: '私人密鑰',
    help: '簽署 ID 權杖和存取權杖。每個密鑰都有一個配對密鑰，供使用另一種演算法的應用程式使用。新密鑰在簽署之前先發布，以便應用程式提前取得。',
    rotate: '輪替私人密鑰',
    deleteBodies: {
      Next: '此密鑰尚未簽署任何內容。目前密鑰繼續使用。',
      Replaced: '此密鑰沒有簽署過任何內容。下一個密鑰不受影響。',
      Current: '由此密鑰簽署的權杖會失效。改由剩餘密鑰中最新的一個簽署。',
      Previous: '由此密鑰簽署的權杖會失效，即使尚未到期。',
    },
  },
  'cookie-keys': {
    title: 'Cookie 密鑰',
    help: '簽署登入頁面的 Cookie。用上一個密鑰簽署的 Cookie 仍然有效，因此用戶保持登入。',
    rotate: '輪替 Cookie 密鑰',
    rotateBody:
      '新的 Cookie 用新密鑰簽署。用目前密鑰簽署的 Cookie 仍然有效。Cookie 由更早的密鑰簽署的用戶必須重新登入。',
    deleteBodies: {
      Next: '此密鑰尚未簽署任何內容。',
      Replaced: '此密鑰沒有簽署過任何內容。',
      Current: '工作階段由此密鑰簽署的用戶必須重新登入。',
      Previous: '輪替後尚未再次存取的用戶必須重新登入。',
    },
  },
  deleteTitles: {
    Next: '要刪除下一個密鑰嗎？',
    Replaced: '要刪除已被取代的密鑰嗎？',
    Current: '要刪除目前密鑰嗎？',
    Previous: '要刪除上一個密鑰嗎？',
  },
  rotateHelp: '新密鑰會取代目前密鑰。用目前密鑰簽署的權杖仍然有效。',
  algorithms: {
    EC: { name: 'EC', help: 'ES256。權杖短，簽署快。建議。' },
    RSA: { name: 'RSA', help: 'RS256，4096 位。適用於只支援 RSA 的 API。' },
  },
  start: '開始簽署的時間',
  starts: {
    later: { name: '{{grace}}後', help: '密鑰現在就發布，使應用程式有時間取得。' },
    now: { name: '現在', help: '如果目前密鑰可能已外洩，請使用此項。' },
  },
  nowTitle: '部分應用程式可能會暫時拒絕新權杖',
  nowBody:
    '應用程式會快取密鑰清單，最長 {{age}}，有些更長。在重新取得之前，它們會拒絕用新密鑰簽署的權杖。要使外洩的密鑰所簽署的權杖失效，請隨後刪除該密鑰。',
  replacesTitle: '已有下一個密鑰',
  replacesBody: '它尚未簽署任何內容。新密鑰會取代它，現有的下一個密鑰將不會被使用。',
};

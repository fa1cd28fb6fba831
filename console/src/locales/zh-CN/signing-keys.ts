import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose: '用于签署令牌和 Cookie 的密钥。请定期轮换；如果可能已泄露，请立即轮换。',
  rotate: '轮换',
  rotated: '密钥已轮换',
  deleted: '密钥已删除',
  deleteWhat: '删除密钥 {{id}}',
  copyId: '复制密钥 ID',
  copyFingerprint: '复制指纹',
  columns: {
    id: '密钥 ID',
    status: '状态',
    algorithm: '算法',
    fingerprint: 'SHA-256 指纹',
    created: '创建时间',
  },
  statuses: { Next: '下一个', Replaced: '已被取代', Current: '当前', Previous: '上一个' },
  signs: '{{when}}开始签名',
  replaced: '从未使用',
  companion: '和 {{algorithm}}',
  copyCompanionFingerprint: '复制 {{algorithm}} 密钥的指纹',
  'private-keys': {
    title: '私钥',
    help: '签署 ID 令牌和访问令牌。每个密钥都有一个配套密钥，供使用另一种算法的应用使用。新密钥在签名之前先发布，以便应用提前获取。',
    rotate: '轮换私钥',
    deleteBodies: {
      Next: '此密钥尚未签署任何内容。当前密钥继续使用。',
      Replaced: '此密钥没有签署过任何内容。下一个密钥不受影响。',
      Current: '由此密钥签署的令牌会失效。改由剩余密钥中最新的一个签名。',
      Previous: '由此密钥签署的令牌会失效，即使尚未到期。',
    },
  },
  'cookie-keys': {
    title: 'Cookie 密钥',
    help: '签署登录页面的 Cookie。用上一个密钥签署的 Cookie 仍然有效，因此用户保持登录。',
    rotate: '轮换 Cookie 密钥',
    rotateBody:
      '新的 Cookie 用新密钥签署。用当前密钥签署的 Cookie 仍然有效。Cookie 由更早的密钥签署的用户必须重新登录。',
    deleteBodies: {
      Next: '此密钥尚未签署任何内容。',
      Replaced: '此密钥没有签署过任何内容。',
      Current: '会话由此密钥签署的用户必须重新登录。',
      Previous: '轮换后尚未再次访问的用户必须重新登录。',
    },
  },
  deleteTitles: {
    Next: '要删除下一个密钥吗？',
    Replaced: '要删除已被取代的密钥吗？',
    Current: '要删除当前密钥吗？',
    Previous: '要删除上一个密钥吗？',
  },
  rotateHelp: '新密钥会取代当前密钥。用当前密钥签署的令牌仍然有效。',
  algorithms: {
    EC: { name: 'EC', help: 'ES256。令牌短，签名快。推荐。' },
    RSA: { name: 'RSA', help: 'RS256，4096 位。适用于只支持 RSA 的 API。' },
  },
  start: '开始签名的时间',
  starts: {
    later: { name: '{{grace}}后', help: '密钥现在就发布，使应用有时间获取。' },
    now: { name: '现在', help: '如果当前密钥可能已泄露，请使用此项。' },
  },
  nowTitle: '部分应用可能会暂时拒绝新令牌',
  nowBody:
    '应用会缓存密钥列表，最长 {{age}}，有些更长。在重新获取之前，它们会拒绝用新密钥签署的令牌。要使泄露的密钥所签署的令牌失效，请随后删除该密钥。',
  replacesTitle: '已有下一个密钥',
  replacesBody: '它尚未签署任何内容。新密钥会取代它，现有的下一个密钥将不会被使用。',
};

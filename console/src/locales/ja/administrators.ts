import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'このコンソールにログインできる人と、そのロールです。',
  help: 'この一覧の変更はすべて監査ログに記録されます。',
  roles: { admin: '管理者', reader: '読み取り専用' },
  roleHelp: {
    admin: 'この一覧を含め、すべてを表示して変更できます',
    reader: 'シークレット以外のすべてを表示できますが、変更はできません',
  },
  roleNote: 'この人はログアウトされ、再度ログインする必要があります。',
  invite: '管理者を招待',
  inviteHelp: '72 時間有効で、1 回だけ使えるリンクを取得できます。',
  createLink: 'リンクを作成',
  link: '招待リンク',
  linkSent: 'リンクは {{email}} にも送信されました。',
  linkNotSent: 'このリンクを {{email}} に送ってください。メールは送信されていません。',
  once: 'リンクは今だけ表示されます。リンクを持つ人は誰でもアカウントを作成できます。',
  invitationsHelp: '新しい管理者のために作成されたリンクです。',
  remove: '削除',
  removeBody: 'この人のアカウントは削除され、すぐにアクセスできなくなります。この人が送った招待は取り消されます。',
  removeSelf: 'あなたのアカウントは削除され、ログアウトされます。戻るには新しい招待が必要です。',
  removed: '管理者を削除しました',
};

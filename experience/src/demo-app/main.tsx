import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../platform/theme.css';
import '../parts/button.css';
import './demo-app.css';
import './account.css';
import { AccountPage } from './account-page.tsx';
import { Frame } from './frame.tsx';
import { DemoPhrasesContext, loadDemoPhrases } from './phrases.ts';
import { openSession } from './session.ts';
import { StartPage } from './start-page.tsx';

async function open(place: HTMLElement) {
  const phrases = await loadDemoPhrases(document.documentElement.lang);
  const root = createRoot(place);
  const show = (content: ReactNode) =>
    root.render(
      <DemoPhrasesContext value={phrases}>
        <Frame>{content}</Frame>
      </DemoPhrasesContext>,
    );
  document.title = phrases.title;
  show(null);
  try {
    const session = await openSession();
    show(session ? <AccountPage opened={session} /> : <StartPage />);
  } catch (error) {
    show(<StartPage failed={error} />);
  }
}

const place = document.getElementById('root');
if (place) {
  void open(place);
}

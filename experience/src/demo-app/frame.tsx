import type { ReactNode } from 'react';
import { PosternMark } from '../parts/icons.tsx';
import { useDemoPhrases } from './phrases.ts';

export function Frame({ children }: { children: ReactNode }) {
  const { title } = useDemoPhrases();
  return (
    <div className="demo">
      <header className="demo-bar">
        <PosternMark size={22} />
        <b>Postern</b>
        <span className="demo-bar-title">{title}</span>
      </header>
      <main className="demo-main">{children}</main>
    </div>
  );
}

export function Card({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section className="demo-card">
      <header>
        <h2>{title}</h2>
        <p>{help}</p>
      </header>
      {children}
    </section>
  );
}

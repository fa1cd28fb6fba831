import { Component, type ReactNode } from 'react';
import { CallError } from '../../platform/client.ts';
import { LoadFailed } from './load-failed.tsx';

/** Keeps the frame visible when a page fails to load or render. React supports error boundaries only as classes. */
export class Catch extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? (
      <LoadFailed
        failure={new CallError({ code: 'unexpected', message: '' })}
        onRetry={() => window.location.reload()}
      />
    ) : (
      this.props.children
    );
  }
}

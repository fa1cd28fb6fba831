import { Component, type ReactNode } from 'react';
import { CallError } from '../../platform/client.ts';
import { LoadFailed } from './load-failed.tsx';

/** A page whose file does not arrive, or that breaks, leaves the frame standing. React knows this as a class only. */
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

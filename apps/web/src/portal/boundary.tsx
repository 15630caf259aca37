import { Component, type ReactNode } from 'react';
import { useWords } from './words/use-words.tsx';

function Broken(): ReactNode {
  const { say } = useWords();
  return (
    <main className="page">
      <h1>{say('broken')}</h1>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {say('reload')}
      </button>
    </main>
  );
}

interface BoundaryState {
  isBroken: boolean;
}

/**
 * Shows a way on where a page cannot be drawn. That is so when a part of it is not there any more: a release has taken
 * its place since this page was loaded. Loading again brings the new one.
 */
export class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  static getDerivedStateFromError(): BoundaryState {
    return { isBroken: true };
  }

  override state: BoundaryState = { isBroken: false };

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

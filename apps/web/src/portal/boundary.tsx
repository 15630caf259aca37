import { Component, type ReactNode } from 'react';
import { useI18n } from './messages/use-i18n.tsx';

function Broken(): ReactNode {
  const { t } = useI18n();
  return (
    <main className="page">
      <h1>{t('broken')}</h1>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </main>
  );
}

interface BoundaryState {
  isBroken: boolean;
}

/**
 * Shows a button to reload a page that fails to render. That happens when a new release has replaced a part
 * of the page since it was loaded.
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

import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './screens.module.css';

interface Props {
  children: ReactNode;
}

/** Limits a crash to its page. Also catches chunks that fail to load, for example after a new release. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className={styles.broken} role="alert">
        <p className={styles.message}>Ocorreu um erro inesperado nesta página.</p>
        <Button onClick={() => location.reload()}>Recarregar a página</Button>
      </div>
    );
  }
}

import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import styles from './screens.module.css';

interface Props {
  children: ReactNode;
}

/** Keeps what breaks in one page to that page. Also meets parts that could not be loaded, after a new release say. */
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

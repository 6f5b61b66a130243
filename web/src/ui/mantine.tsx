import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { MantineContext, MantineProvider } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { cssVariables, theme } from './theme.ts';

/** What draws with Mantine stands in this, and is loaded lazily with it: a first page does not need it. */
export function Mantine({ children }: { children: ReactNode }) {
  const isThere = useContext(MantineContext) !== null;

  if (isThere) return children;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}

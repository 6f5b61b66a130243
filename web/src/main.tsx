import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/mini';
import { startApp } from './app/app.tsx';

// Compiled validators need eval, which the content security policy forbids.
config({ jitless: true });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<StrictMode>{startApp()}</StrictMode>);

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { cspNonce } from './nonce';
import { createQueries } from './queries';
import { createAppRouter } from './routes';
import './styles';

// The scroll locks of dialogs add a style element, too; their library reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });

const queries = createQueries();
const router = createAppRouter(queries);
const root = document.getElementById('root');
if (root === null) throw new Error('root: absent in index.html (expected: <div id="root">)');

createRoot(root).render(
  <StrictMode>
    <App queries={queries} router={router} />
  </StrictMode>,
);

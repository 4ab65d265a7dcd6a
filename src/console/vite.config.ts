import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { splitDocuments } from './split-documents.ts'

const target = new URL(process.env.RUNGRAPH_URL ?? 'http://127.0.0.1:4000').origin

/**
 * `npm run build` writes the console into `dist/server/console` (compile-program.ts). `npm run dev:console` serves it from the source, with
 * the API of a server that runs at RUNGRAPH_URL.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Files find each other relative to where they are: a proxy may put a prefix before all of them.
  base: './',
  cacheDir: '../../node_modules/.vite/console',
  // The console speaks English: the components bring their texts in thirty languages.
  plugins: [react(), splitDocuments(), optimizeLocales.vite({ locales: ['en-US'] })],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The policy of the page allows images within it, and no scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    port: 5175,
    strictPort: true,
    proxy: { '/graphql': { target, ws: true } },
    fs: { allow: ['../..'] },
  },
})

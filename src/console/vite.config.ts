import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
  plugins: [legibleText(), react(), splitDocuments(), optimizeLocales.vite({ locales: ['en-US'] })],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The policy of the page allows images within it, and no scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // What ten pages share is one file: it takes 8 kB less with gzip than in thirty small ones.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } } },
  },
  server: {
    port: 5175,
    strictPort: true,
    proxy: { '/graphql': { target, ws: true } },
    fs: { allow: ['../..'] },
  },
})

/** JSX of the console goes through text/jsx-runtime.ts, which makes every text from outside safe to read. */
function legibleText(): Plugin {
  const own = join(import.meta.dirname, 'text/jsx-runtime.ts')
  return {
    name: 'legible-text',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isOurs = importer.startsWith(import.meta.dirname) && !importer.startsWith(own)
      return isOurs && /^react\/jsx(-dev)?-runtime$/.test(source) ? own : null
    },
  }
}

const documents = join(import.meta.dirname, '../generated/console/graphql.ts')

/** An import of documents, after the types are gone from it. */
const anImport = /import\s*\{([^}]*)\}\s*from\s*["'][^"']*\/generated\/console\/graphql\.ts["'];?/g

/** A document as the code generator writes it, a line each. */
const aDocument = /^export const (\w+) = (\{.*\}) as unknown as DocumentNode</gm

/**
 * Makes each GraphQL document a module of its own. The code generator writes all of them into one module, which the first page would load
 * whole; so a page loads the documents that it sends. They stay syntax trees: no parser runs in the browser.
 */
function splitDocuments(): Plugin {
  const query = '?document='
  const texts = new Map<string, string>()
  return {
    name: 'split-documents',
    apply: 'build',
    buildStart() {
      this.addWatchFile(documents)
      texts.clear()
      for (const [, name = '', tree = ''] of readFileSync(documents, 'utf8').matchAll(aDocument))
        texts.set(name, tree)
    },
    transform(code) {
      if (!anImport.test(code)) return null
      const split = code.replaceAll(anImport, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
          // On one line, so that lines keep their numbers.
          .map((name) => `import { ${name} } from ${JSON.stringify(documents + query + name)};`)
          .join(' '),
      )
      return { code: split, map: null }
    },
    load(id) {
      const [file, name = ''] = id.split(query)
      if (file !== documents || !id.includes(query)) return null
      const tree = texts.get(name)
      if (tree === undefined) this.error(`${documents} has no document ${name}.`)
      return { code: `export const ${name} = ${tree}`, moduleType: 'js' }
    },
  }
}

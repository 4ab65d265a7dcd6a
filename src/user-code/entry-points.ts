/**
 * The entry points of the package that run in Node: name → source. They share their modules with the program, so that a class of the one is
 * the same class in the other. `exports` in package.json maps subpaths to the files of the build: `index` is `dist/server/index.js` with
 * `dist/types/index.d.ts`.
 */
export const serverEntries: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
}

/** Those for browsers, which import nothing of the server and bundle no package: `client/react` is `dist/client/react.js`. */
export const clientEntries: Readonly<Record<string, string>> = {
  client: 'src/client/index.ts',
  'client/react': 'src/client/react.ts',
  'client/apollo': 'src/client/apollo.ts',
  'client/urql': 'src/client/urql.ts',
}

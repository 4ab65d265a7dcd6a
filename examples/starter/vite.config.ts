import { defineConfig } from 'vite'

const target = new URL(process.env.RUNGRAPH_URL ?? 'http://127.0.0.1:4000').origin

/** The page calls the API under its own origin: the server takes no requests from pages of another. */
export default defineConfig({
  root: 'page',
  server: {
    proxy: { '/graphql': { target, ws: true } },
  },
})

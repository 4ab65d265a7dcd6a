import { pathToFileURL } from 'node:url'
import { compileIfChanged } from './compile.ts'

/** Runs the program compiled; `npm run dev` runs the source itself. */
const program = await compileIfChanged().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
await import(pathToFileURL(program).href)

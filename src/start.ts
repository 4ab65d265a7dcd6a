import { pathToFileURL } from 'node:url'
import { compileIfChanged } from './compile.ts'

/** Runs the program compiled; `npm run dev` runs the source itself. */
await import(pathToFileURL(await compileIfChanged()).href)

import { compileIfChanged } from './compile.ts'
import { writeDeclarations } from './write-declarations.ts'

// `npm run build`: what `npm start` does first, and the types of the package besides.
console.log(`Compiled: ${await compileIfChanged()}`)
await writeDeclarations()

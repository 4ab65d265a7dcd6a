import { compileIfChanged } from './compile.ts'
import { writeDeclarations } from './write-declarations.ts'

// `npm run build`: the first part of `npm start`, and the types of the package.
console.log(`Compiled: ${await compileIfChanged()}`)
await writeDeclarations()

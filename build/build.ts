import { join } from 'node:path'
import { writeClientPackage } from './client-package.ts'
import { compileIfChanged } from './compile.ts'
import { writePythonWheel } from './python-wheel.ts'
import { writeDeclarations } from './write-declarations.ts'

// `npm run build`: the first part of `npm start`, the types of the package, and the packages of the clients.
console.log(`Compiled: ${await compileIfChanged()}`)
await writeDeclarations()
await writeClientPackage()
await writePythonWheel(join(import.meta.dirname, '../dist/python'))

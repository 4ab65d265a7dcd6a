import { compileIfChanged } from './compile.ts'

// `npm run build`: what `npm start` does first.
console.log(`Compiled: ${await compileIfChanged()}`)

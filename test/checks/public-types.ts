import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { messageOf } from '../../src/domain/errors.ts'
import { root, runCommand } from './run-command.ts'

/** The entry points of the package, each with the report of its public types. */
const entryPoints = { rungraph: 'index.d.ts', 'rungraph-testing': 'testing/index.d.ts' } as const

// Writes docs/internals/api/*.api.md; with `--check`, only tells whether they are as they would be written.
try {
  const stale = await compareReports(process.argv.includes('--check'))
  if (stale.length > 0)
    throw new Error(
      `The public types differ from their reports:\n${stale.map((path) => `  ${path}\n`).join('')}`,
    )
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function compareReports(onlyCheck: boolean): Promise<readonly string[]> {
  // Inside of the project, so that packages are found; not in node_modules, whose files count as those of others. Reports name the place.
  const folder = join(root, 'dist/declarations')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await emitDeclarations(folder)
    return Object.entries(entryPoints).flatMap(([name, file]) => {
      const isSame = report(name, join(folder, 'src', file), { folder, onlyCheck })
      return isSame ? [] : [`docs/internals/api/${name}.api.md`]
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** API Extractor reads declarations, and no TypeScript: those of tsc, with the endings that they have in JavaScript. */
async function emitDeclarations(folder: string): Promise<void> {
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rewriteRelativeImportExtensions: true },
    ...{
      outDir: folder,
      rootDir: root,
      typeRoots: [join(root, 'node_modules/@types')],
    },
  }
  const include = ['src/index.ts', 'src/testing/index.ts'].map((path) => join(root, path))
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include, exclude: [] }
  await writeFile(config, JSON.stringify(settings))
  const { ok, output } = await runCommand([
    'node',
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    config,
  ])
  if (!ok) throw new Error(output)
  await nameJavaScript(join(folder, 'src'))
}

/** In declarations tsc keeps the endings of imports as they are written; API Extractor would take such modules for packages. */
async function nameJavaScript(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(/(["'])(\.[^"']*)\.ts\1/g, '$1$2.js$1'))
  }
}

interface Options {
  readonly folder: string
  readonly onlyCheck: boolean
}

function report(name: string, entryPoint: string, { folder, onlyCheck }: Options): boolean {
  const extractorConfig = ExtractorConfig.prepare({
    configObjectFullPath: join(folder, 'api-extractor.json'),
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entryPoint,
      apiReport: {
        enabled: true,
        // Types that an exported type consists of are public, too, named or not. Those of an app are in one report.
        includeForgottenExports: name === 'rungraph',
        reportFileName: name,
        reportFolder: join(root, 'docs/internals/api'),
        reportTempFolder: folder,
      },
      compiler: { tsconfigFilePath: join(folder, 'tsconfig.json'), skipLibCheck: true },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        // The comments are for editors, in Markdown.
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.None, addToApiReportFile: true },
        },
      },
    },
  })
  const result = Extractor.invoke(extractorConfig, { localBuild: !onlyCheck, messageCallback: silence })
  if (result.errorCount > 0) throw new Error(`API Extractor found ${result.errorCount} errors in ${name}.`)
  return !result.apiReportChanged || !onlyCheck
}

/** Its messages are in the report. */
function silence(message: { handled: boolean }): void {
  message.handled = true
}

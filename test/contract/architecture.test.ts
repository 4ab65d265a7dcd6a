import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../checks/run-command.ts'
import { readSourceFiles, type SourceFile } from '../checks/source-files.ts'

/** Imports that are allowed to each room of `src/` besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  redaction: ['domain'],
  engine: ['domain', 'redaction', 'user-code'],
  webhooks: ['domain', 'engine'],
  schedules: ['domain', 'engine'],
  events: ['domain', 'engine'],
  batches: ['domain', 'engine'],
  evaluations: ['domain', 'engine'],
  auth: ['domain', 'engine'],
  models: ['domain', 'net'],
  net: ['domain'],
  settings: ['domain', 'net'],
  tools: ['domain', 'net', 'user-code'],
  'user-code': ['domain'],
  relics: ['domain', 'net'],
  dispatch: ['domain'],
  live: ['domain'],
  sql: ['domain', 'generated'],
  log: ['domain', 'generated', 'sql'],
  store: ['domain', 'generated', 'sql', 'log'],
  database: ['domain', 'generated', 'sql'],
  graphql: ['domain', 'generated'],
  http: ['domain', 'graphql'],
  monitor: ['domain'],
  telemetry: ['domain'],
  client: ['generated'],
  console: ['client', 'generated'],
}
/** The entry points of the package: they re-export what it is used by. */
const entryPoints = /^src\/(index|testing\/index|client\/(index|react|apollo|urql))\.ts$/
/**
 * The folders inside the large rooms, lowest first: a file imports from its own folder and from those before it. `.` is the room's own
 * files.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  engine: '. context plan judge run files tools gates model replay actions loop worker commands'.split(' '),
  graphql: '. paging objects usage events statistics federation'.split(' '),
  http: '. limits sharing streams health graphiql console access files trigger rest mcp ag-ui a2a yoga sockets mount webhooks serve'.split(
    ' ',
  ),
  log: 'project append read fold archive prune .'.split(' '),
  store: '. files runs read evaluations retention backup'.split(' '),
  models: 'text files . tools transcript catalogue openai openai-chat anthropic google'.split(' '),
  domain: 'text errors . plan'.split(' '),
  tools: '. mcp openapi'.split(' '),
  cli: 'terminal server keys backup archive files remote evaluation doctor follow init completion .'.split(
    ' ',
  ),
}
/** The files of a room that put its folders together. */
const entrances = ['src/graphql/schema.ts']
/** Where SQL may stand. */
const mayHoldSql = ['src/sql/', 'src/log/', 'src/store/', 'src/database/', 'src/generated/']
/** The files that put the rooms together. */
const composers = ['app', 'app.ts', 'cli', 'main.ts', 'index.ts', 'testing']

const topLevel =
  /^(\..*|package(-lock)?\.json|tsconfig\.json|schema\.graphql|codegen\.ts|(prisma|vitest)\.config\.ts|(biome|knip)\.json|LICENSE|README\.md|CHANGELOG\.md|src|build|test|prisma|examples|docs|node_modules|coverage|dist|.*\.log)$/

const files = readSourceFiles()
const byPath = new Map(files.map((file) => [file.path, file]))

describe('the architecture', () => {
  it('lets each room import only from those below it', () => {
    expect(files.flatMap(wrongImports)).toEqual([])
  })

  it('lets each folder of a room import only from those below it', () => {
    expect(files.flatMap(climbingImports)).toEqual([])
  })

  it('knows every folder of a room', () => {
    const folders = new Set(files.map((file) => folderOf(file.path)).filter((folder) => folder.includes('/')))
    const known = new Set(
      Object.entries(floors).flatMap(([room, names]) => names.map((name) => `${room}/${name}`)),
    )
    expect([...folders].filter((folder) => !known.has(folder) && !folder.startsWith('generated/'))).toEqual(
      [],
    )
  })

  it('has no two folders that import each other', () => {
    const arrows = new Set(files.flatMap((file) => arrowsOf(file)))
    const both = [...arrows].filter((arrow) => arrows.has(arrow.split(' → ').toReversed().join(' → ')))
    expect(both).toEqual([])
  })

  it('knows every room', () => {
    const rooms = new Set(files.map((file) => roomOf(file.path)))
    expect([...rooms].filter((room) => !(room in mayImport) && !composers.includes(room))).toEqual([])
  })

  it('keeps the domain free of I/O', () => {
    const pure = ['zod', 'node:crypto', 'safe-stable-stringify', 'tokenx']
    const domain = files.filter((file) => roomOf(file.path) === 'domain')
    const packages = domain.flatMap((file) => file.imports.map((imported) => imported.package))
    expect([...new Set(packages)].filter((name) => name !== null && !pure.includes(name))).toEqual([])
  })

  it('appends to logs only through the room of the log', () => {
    const appending = files.filter((file) =>
      file.imports.some((imported) => imported.file?.startsWith('src/log/append/')),
    )
    expect(appending.map((file) => file.path).filter((path) => roomOf(path) !== 'log')).toEqual([])
  })

  it('writes SQL in the rooms of the database only', () => {
    const elsewhere = files.filter(({ path }) => !mayHoldSql.some((place) => path.startsWith(place)))
    const sql = /\bPrisma\.(sql|raw|join|empty|Sql)\b|\$(query|execute)Raw/
    const holding = elsewhere.filter(({ path }) => sql.test(readFileSync(join(root, path), 'utf8')))
    expect(holding.map((file) => file.path)).toEqual([])
  })

  it('has no cycle of imports, type imports included', () => {
    expect(cycles()).toEqual([])
  })

  it('re-exports only from the entry points', () => {
    const reexporting = files.filter((file) => file.imports.some((imported) => imported.isReexport))
    expect(reexporting.map((file) => file.path).filter((path) => !entryPoints.test(path))).toEqual([])
  })

  it('names no file or folder vaguely', () => {
    const vague = /(^|\/)(utils?|libs?|helpers?|common|shared|misc)(\/|\.)|(^|\/)types\.ts$|.\/index\.ts$/
    const named = files.map(({ path }) => path).filter((path) => !entryPoints.test(path))
    expect(named.filter((path) => vague.test(path.slice('src/'.length)))).toEqual([])
  })

  it('names files in kebab-case', () => {
    expect(files.map((file) => file.path).filter((path) => !/^[a-z0-9-]+\.ts$/.test(basename(path)))).toEqual(
      [],
    )
  })

  it('does without any, enums and decorators', () => {
    expect(files.flatMap((file) => file.forbidden.map((what) => `${file.path}: ${what}`))).toEqual([])
  })

  it('keeps the top level short', () => {
    expect(readdirSync(root).filter((name) => !topLevel.test(name))).toEqual([])
  })

  it('has no file above 400 lines', () => {
    console.log(sizes())
    expect(files.filter((file) => file.lines > 400).map((file) => `${file.path}: ${file.lines}`)).toEqual([])
  })
})

function roomOf(path: string): string {
  return path.split('/')[1] ?? path
}

/** The folder below `src/` that a file stands in: `engine/loop`, or `engine` for the room's own files. */
function folderOf(path: string): string {
  return path.split('/').slice(1, -1).slice(0, 2).join('/')
}

function climbingImports(file: SourceFile): readonly string[] {
  const room = roomOf(file.path)
  const order = floors[room]
  if (!order || entrances.includes(file.path)) return []
  const floorOf = (path: string) => order.indexOf(folderOf(path).split('/')[1] ?? '.')
  return file.imports
    .flatMap((imported) => imported.file ?? [])
    .filter(
      (target) =>
        target.startsWith('src/') && roomOf(target) === room && floorOf(target) > floorOf(file.path),
    )
    .map((target) => `${file.path} imports ${target}`)
}

/** The folders that a file's folder imports from, as `from → to`. */
function arrowsOf(file: SourceFile): readonly string[] {
  const from = folderOf(file.path)
  if (entrances.includes(file.path) || composers.includes(roomOf(file.path))) return []
  const targets = file.imports.flatMap((imported) => imported.file ?? []).map(folderOf)
  return targets.filter((to) => from !== '' && to !== '' && to !== from).map((to) => `${from} → ${to}`)
}

function wrongImports(file: SourceFile): readonly string[] {
  const room = roomOf(file.path)
  if (composers.includes(room)) return []
  const allowed = [room, ...(mayImport[room] ?? [])]
  return file.imports
    .flatMap((imported) => imported.file ?? [])
    .filter((target) => !target.startsWith('src/') || !allowed.includes(roomOf(target)))
    .map((target) => `${file.path} imports ${target}`)
}

/** Each cycle once, as its path. */
function cycles(): readonly string[] {
  const found: string[] = []
  const finished = new Set<string>()
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path)
    if (start >= 0) found.push([...way.slice(start), path].join(' → '))
    if (start >= 0 || finished.has(path)) return
    for (const imported of byPath.get(path)?.imports ?? []) {
      if (imported.file) visit(imported.file, [...way, path])
    }
    finished.add(path)
  }
  for (const file of files) visit(file.path, [])
  return found
}

/** The lengths of files and functions, for the reader of the report. */
function sizes(): string {
  const lines = (all: readonly number[]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
    return `median ${at(0.5)}, 9 of 10 within ${at(0.9)}, longest ${at(1)}`
  }
  const functions = files.flatMap((file) => file.functions.map((fn) => ({ ...fn, path: file.path })))
  const long = functions
    .filter((fn) => fn.lines > 60)
    .map((fn) => `  ${fn.path}:${fn.line} has ${fn.lines} lines`)
  return [
    `${files.length} files, in lines: ${lines(files.map((file) => file.lines))}`,
    `${functions.length} functions, in lines: ${lines(functions.map((fn) => fn.lines))}`,
    ...long,
  ].join('\n')
}

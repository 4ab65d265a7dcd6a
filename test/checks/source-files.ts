import { join, posix, relative, sep } from 'node:path'
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteral,
  type Node,
  SyntaxKind,
  type SourceFile as Tree,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { root } from './run-command.ts'

/** A file of `src/` as its syntax tree shows it; paths are relative to the project, with slashes. */
export interface SourceFile {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly functions: readonly { readonly line: number; readonly lines: number }[]
  /** Where the syntax stands that this project does without, such as `any (line 3)`. */
  readonly forbidden: readonly string[]
}

export interface Import {
  /** The file that is imported; `null` for a package. */
  readonly file: string | null
  /** The package, or the module of Node with its `node:`; `null` for a file. */
  readonly package: string | null
  readonly isReexport: boolean
}

/** Reads every file of `src/` that people write. */
export function readSourceFiles(): readonly SourceFile[] {
  const compiler = new API({ cwd: root })
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    if (!project) throw new Error('tsconfig.json cannot be read.')
    return project.rootFiles.flatMap((file) => {
      const path = relative(root, file).split(sep).join('/')
      const tree = project.program.getSourceFile(file)
      const isWritten = path.startsWith('src/') && !path.startsWith('src/generated/')
      return tree && isWritten ? [toSourceFile(path, tree)] : []
    })
  } finally {
    compiler.close()
  }
}

const forbiddenSyntax = new Map<SyntaxKind, string>([
  [SyntaxKind.AnyKeyword, 'any'],
  [SyntaxKind.EnumDeclaration, 'enum'],
  [SyntaxKind.Decorator, 'decorator'],
])
const functionSyntax = new Set<SyntaxKind>([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
])

function toSourceFile(path: string, tree: Tree): SourceFile {
  const imports: Import[] = []
  const functions: { line: number; lines: number }[] = []
  const forbidden: string[] = []
  const lineOf = (position: number) => tree.text.slice(0, position).split('\n').length

  const visit = (node: Node): void => {
    const imported = importOf(node, path)
    if (imported) imports.push(imported)
    const word = forbiddenSyntax.get(node.kind)
    if (word) forbidden.push(`${word} (line ${lineOf(node.getStart(tree))})`)
    if (functionSyntax.has(node.kind)) {
      const line = lineOf(node.getStart(tree))
      functions.push({ line, lines: lineOf(node.end) - line + 1 })
    }
    node.forEachChild(visit)
  }
  tree.forEachChild(visit)
  return { path, lines: lineOf(tree.text.trimEnd().length), imports, functions, forbidden }
}

/** `import … from`, `export … from`, `import(…)` and `import('…').Type`. */
function importOf(node: Node, path: string): Import | null {
  const specifier = specifierOf(node)
  if (specifier === null) return null
  const isReexport = node.kind === SyntaxKind.ExportDeclaration
  if (specifier.startsWith('.'))
    return { file: posix.join(posix.dirname(path), specifier), package: null, isReexport }
  const parts = specifier.split('/')
  return { file: null, package: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), isReexport }
}

function specifierOf(node: Node): string | null {
  const literal = moduleOf(node)
  return literal && isStringLiteral(literal) ? literal.text : null
}

function moduleOf(node: Node): Node | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  return isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword
    ? node.arguments[0]
    : undefined
}

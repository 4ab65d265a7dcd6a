import { globSync } from 'node:fs'
import { join } from 'node:path'
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { root } from './run-command.ts'

/** A row of the specification. */
export interface Requirement {
  readonly id: string
  /** As its State column has it: `built`, `partly`, `open`, some with a remark. */
  readonly state: string
}

/** Which tests prove a requirement: those that name it in their title, or in that of the `describe` around them. */
export interface Proof extends Requirement {
  readonly tests: number
  readonly files: readonly string[]
}

/** The requirements of the tables of a specification; `LOOP-7, LOOP-8` and `SUB-1 to SUB-3` are several. */
export function requirementsOf(markdown: string): readonly Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const state = cells.at(-2) ?? ''
    return idsOf(cells[1] ?? '').map((id) => ({ id, state }))
  })
}

const idPattern = /\b([A-Z]{2,5})-(\d+)(?:(?: to |…|–)(?:\1-)?(\d+))?/g

/** The ids that a text names, each once; a range names all in it. */
export function idsOf(text: string): readonly string[] {
  const ids = [...text.matchAll(idPattern)].flatMap(([, area, first, last]) => {
    const [from, to] = [Number(first), Number(last ?? first)]
    return Array.from({ length: to - from + 1 }, (_, place) => `${area}-${from + place}`)
  })
  return [...new Set(ids)]
}

/** Faults: requirements that are said to be built, wholly or in part, and that no test names. */
export function unproven(proofs: readonly Proof[]): readonly string[] {
  return proofs.filter(({ state, tests }) => !isOpen(state) && tests === 0).map(({ id }) => id)
}

/** Faults: ids that more than one row has. A search for such an id finds the tests of both. */
export function repeated(requirements: readonly Requirement[]): readonly string[] {
  const ids = requirements.map(({ id }) => id)
  return [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))]
}

export function isOpen(state: string): boolean {
  return state.startsWith('open')
}

/** Each requirement with the tests that name it. */
export function proofsOf(
  requirements: readonly Requirement[],
  titles: readonly { readonly file: string; readonly title: string }[],
): readonly Proof[] {
  const named = titles.map(({ file, title }) => ({ file, ids: idsOf(title) }))
  return requirements.map((requirement) => {
    const own = named.filter(({ ids }) => ids.includes(requirement.id))
    return { ...requirement, tests: own.length, files: [...new Set(own.map(({ file }) => file))] }
  })
}

/** The titles of all tests, each after those of the groups that it stands in. */
export function readTitles(): readonly { readonly file: string; readonly title: string }[] {
  const compiler = new API({ cwd: root })
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    if (!project) throw new Error('tsconfig.json cannot be read.')
    return globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/bench/peers/**', 'test/outside/**'] })
      .toSorted()
      .flatMap((file) => {
        const tree = project.program.getSourceFile(join(root, file))
        return tree ? titlesIn(tree, '').map((title) => ({ file, title })) : []
      })
  } finally {
    compiler.close()
  }
}

function titlesIn(node: Node, group: string): readonly string[] {
  const titles: string[] = []
  node.forEachChild((child) => {
    const kind = isCallExpression(child) ? calledName(child.expression) : null
    const title = kind === null || !isCallExpression(child) ? null : textOf(child.arguments[0])
    if (kind === 'test' && title !== null) titles.push(`${group} ${title}`)
    titles.push(...titlesIn(child, kind === 'describe' && title !== null ? `${group} ${title}` : group))
  })
  return titles
}

/** `test`, `it`, and what is made of them: `test.for(…)(…)`, `it.skip(…)`, `test.prop(…)(…)`. */
function calledName(callee: Node): 'test' | 'describe' | null {
  if (isIdentifier(callee)) {
    if (callee.text === 'describe') return 'describe'
    return callee.text === 'test' || callee.text === 'it' ? 'test' : null
  }
  if (isPropertyAccessExpression(callee) || isCallExpression(callee)) return calledName(callee.expression)
  return null
}

/** A title as it stands in the code; of a template, the texts between its expressions. */
function textOf(node: Node | undefined): string | null {
  if (!node) return null
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!isTemplateExpression(node)) return null
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
}

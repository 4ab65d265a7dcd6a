import {
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'

/** A field of a class. */
export interface PythonField {
  /** As GraphQL names it. */
  readonly name: string
  readonly annotation: string
  /** Class of its value, or of the elements of its list; null for a value as JSON has it. */
  readonly parsed: string | null
  readonly description: string | null | undefined
}

interface PythonClass {
  readonly name: string
  /** Name if a class of that name has other fields. */
  readonly fallback?: string
  readonly base?: string
  readonly description: string | null | undefined
  readonly fields: readonly PythonField[]
}

const scalars: Readonly<Record<string, string>> = {
  ...{ ID: 'str', String: 'str', DateTime: 'str', Decimal: 'str', JSON: 'Any', Upload: 'Any' },
  ...{ Int: 'int', SafeInt: 'int', Float: 'float', Boolean: 'bool' },
}

const head = `"""Types and operations of the API. Written from schema.graphql by \`npm run generate\`: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union

from .parsing import named
`

/** The text of a Python module, as it is assembled: a type comes before its uses. */
export class PythonModule {
  readonly #parts: string[] = [head]
  /** The fields of each class. */
  readonly #classes = new Map<string, string>()
  readonly #leaves = new Set<string>()
  readonly #inputs = new Map<string, readonly string[]>()

  toString(): string {
    const inputs = [...this.#inputs]
      .map(([name, fields]) => `    "${name}": {${fields.join(', ')}},\n`)
      .join('')
    const names = `"""Of each input: its fields, their names in GraphQL, and the input that a field is."""\nINPUTS: Dict[str, Dict[str, Tuple[str, Optional[str]]]] = {\n${inputs}}\n`
    return [...this.#parts, names].join('\n')
  }

  constant(name: string, text: string): void {
    const constant = name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase()
    this.#parts.push(`${constant} = """\n${text}\n"""\n`)
  }

  /** Writes a class unless there is one with these fields; gives its name. */
  dataclass({ name, fallback = name, base, description, fields }: PythonClass): string {
    const body = fields.map(
      (field) =>
        `    ${pythonName(field.name)}: ${field.annotation} = named("${field.name}"${field.parsed ? `, ${field.parsed}` : ''})\n${doc(field.description)}`,
    )
    const text = `${doc(description)}${body.map((line) => `\n${line}`).join('')}`
    const free = [name, fallback].find((one) => [undefined, text].includes(this.#classes.get(one)))
    if (free === undefined) throw new Error(`Two classes would have the name ${fallback}.`)
    if (this.#classes.has(free)) return free
    this.#classes.set(free, text)
    this.#parts.push(`\n@dataclass(frozen=True)\nclass ${free}${base ? `(${base})` : ''}:\n${text}`)
    return free
  }

  union(name: string, classes: readonly string[]): void {
    this.#parts.push(`\n${name} = Union[\n${classes.map((one) => `    ${one},\n`).join('')}]\n`)
    this.#parts.push(
      `EVENTS: Dict[str, Any] = {\n${classes.map((one) => `    "${one}": ${one},\n`).join('')}}\n`,
    )
  }

  /** The name of a scalar or enum; an enum is written if it was not. */
  leaf(type: GraphQLNamedType): string {
    if (!isEnumType(type)) return scalars[type.name] ?? 'Any'
    if (!this.#leaves.has(type.name)) {
      this.#leaves.add(type.name)
      const values = type.getValues().map((value) => `    "${value.name}",\n`)
      this.#parts.push(`${type.name} = Literal[\n${values.join('')}]\n`)
    }
    return type.name
  }

  annotation(type: GraphQLType, parsed: string | null, isOptional = false): string {
    if (isNonNullType(type) && !isOptional) return this.#required(type.ofType, parsed)
    return `Optional[${this.#required(isNonNullType(type) ? type.ofType : type, parsed)}]`
  }

  #required(type: GraphQLType, parsed: string | null): string {
    if (isListType(type)) return `List[${this.annotation(type.ofType, parsed)}]`
    return parsed ?? this.leaf(getNamedType(type))
  }

  /** The keyword arguments of an input: those that must be given, and the others. */
  input(type: GraphQLInputObjectType): void {
    if (this.#inputs.has(type.name)) return
    // The client sends JSON alone: a file is uploaded first, and named by its id.
    const fields = Object.values(type.getFields()).filter(
      (field) => getNamedType(field.type).name !== 'Upload',
    )
    const line = (field: (typeof fields)[number]) => {
      const named = getNamedType(field.type)
      const nested = isInputObjectType(named) ? named.name : null
      return `    ${pythonName(field.name)}: ${this.annotation(field.type, nested)}\n${doc(field.description)}`
    }
    const isRequired = ({ type, defaultValue }: (typeof fields)[number]) =>
      isNonNullType(type) && defaultValue === undefined
    const required = fields.filter(isRequired).map(line).join('')
    const optional = fields
      .filter((field) => !isRequired(field))
      .map(line)
      .join('')
    this.#parts.push(`\nclass _${type.name}(TypedDict):\n${required || '    pass\n'}`)
    this.#parts.push(
      `\nclass ${type.name}(_${type.name}, total=False):\n${doc(type.description)}${optional || '    pass\n'}`,
    )
    this.#inputs.set(
      type.name,
      fields.map((field) => {
        const named = getNamedType(field.type)
        return `"${pythonName(field.name)}": ("${field.name}", ${isInputObjectType(named) ? `"${named.name}"` : 'None'})`
      }),
    )
  }
}

/** In snake case. */
export function pythonName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function doc(description: string | null | undefined): string {
  return `    """${(description ?? '').replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll('\n', ' ')}"""\n`
}

import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useClient, useQuery } from 'urql'
import {
  AgentOfPageDocument,
  type AgentShownFragment,
  DefinitionSchemaDocument,
  UpdateAgentDocument,
} from '../../../generated/console/graphql.ts'
import { inPlace } from '../../data/search.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { checkJson, isObject, type JsonIssue, parseJson } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import look from '../../ui/look.module.css'
import { Card, Problem } from '../../ui/page.tsx'
import { isOfCode } from './agent-notes.tsx'
import styles from './agent-page.module.css'
import { changedFields, changesBetween, type Draft, toDraft } from './definition-draft.ts'
import { DefinitionForm } from './definition-form.tsx'
import { PreviewButton } from './prompt-preview.tsx'

const route = getRouteApi('/agents/$agentId')

/** A definition, and the version that it was read from. */
interface Base {
  readonly version: number
  readonly definition: Draft
}

/** A definition that was edited and not saved. */
export interface Unsaved {
  readonly base: Base
  readonly text: string
}

/** Editor of a definition, as a form or as JSON. Saving makes a version; only changes are sent. */
export function EditTab(props: {
  readonly agent: AgentShownFragment
  /** Keeps what was edited while another tab is open. */
  readonly unsaved: RefObject<Unsaved | null>
}) {
  const { agent, unsaved } = props
  const { as } = route.useSearch()
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const client = useClient()
  const schema = useDefinitionSchema()
  const [base, setBase] = useState(() => unsaved.current?.base ?? baseOf(agent))
  const [text, setText] = useState(() => unsaved.current?.text ?? definitionText(base.definition))
  useEffect(() => {
    unsaved.current = text === definitionText(base.definition) ? null : { base, text }
  }, [unsaved, base, text])
  const { send, isSending, problem, code, path, clear } = useAction(UpdateAgentDocument)
  const draft = readDraft(text, schema)
  const changes = draft && changesBetween(base.definition, draft)
  const isFixed = isOfCode(agent)
  const changed = draft && changes ? changedFields({}, changes) : []

  const edit = (next: string) => {
    if (problem) clear()
    setText(next)
  }
  const start = (next: Base, definition: Draft) => {
    clear()
    setBase(next)
    setText(definitionText(definition))
  }

  async function save(): Promise<void> {
    if (!changes) return
    const saved = await send({
      input: { id: agent.id, expectedVersion: base.version, definition: changes },
    })
    if (saved) start(baseOf(saved), toDraft(saved.definition))
  }

  /** After a conflict: the newest version, with or without the changes made here. */
  async function takeNewest(keep: Draft): Promise<void> {
    const { data } = await client.query(
      AgentOfPageDocument,
      { id: agent.id },
      { requestPolicy: 'network-only' },
    )
    if (!data?.agent) return
    const newest = baseOf(data.agent)
    start(newest, { ...newest.definition, ...keep })
  }

  const about = path && path.indexOf('definition') >= 0 ? path.slice(path.indexOf('definition') + 1) : null
  const issue: JsonIssue | null = problem && about ? { path: about, message: problem } : null
  return (
    <div className={`${look.stack} ${styles.form}`}>
      <div className={look.ends}>
        <SelectField
          label="Edit as"
          isBare
          value={as ?? 'form'}
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON, with every field' },
          ]}
          onChange={(value) =>
            void navigate({
              search: ({ as: _, ...now }) => (value === 'json' ? { ...now, as: 'json' } : now),
              ...inPlace,
            })
          }
        />
        <span className={look.row}>
          <span className={look.soft}>docs/agents.md describes every field.</span>
          <PreviewButton agent={agent.id} changes={changes} />
        </span>
      </div>
      {as === 'json' || !draft ? (
        <Card title="Definition" aside="A field that is left out keeps its value.">
          <JsonEditor
            label="Definition"
            value={text}
            onChange={edit}
            schema={schema}
            problem={issue}
            isReadOnly={isFixed}
          />
        </Card>
      ) : (
        <fieldset className={`${look.stack} ${styles.definition}`} disabled={isFixed}>
          <DefinitionForm
            slug={agent.slug}
            draft={draft}
            base={base.definition}
            issue={issue}
            onChange={(next) => edit(definitionText(next))}
          />
        </fieldset>
      )}
      {!isFixed && (
        <section className={`${look.box} ${look.row} ${styles.save}`} aria-label="Save">
          {problem && (
            <div className={`${look.list} ${styles.line}`}>
              <Problem error={problem} />
              {code === 'VERSION_CONFLICT' && (
                <div className={look.row}>
                  <Button
                    label="Put my changes on the newest version"
                    size="small"
                    onPress={() => void takeNewest(changes ?? {})}
                  />
                  <Button
                    label="Drop mine, show the newest version"
                    size="small"
                    onPress={() => void takeNewest({})}
                  />
                </div>
              )}
            </div>
          )}
          <span className={look.soft} aria-live="polite">
            {!draft
              ? 'The definition is not valid yet.'
              : changed.length === 0
                ? `Version ${base.version}, unchanged`
                : `Changes ${changed.join(', ')}`}
          </span>
          <Button
            label="Discard"
            isDisabled={text === definitionText(base.definition)}
            onPress={() => start(base, base.definition)}
          />
          <Button
            label={`Save as version ${base.version + 1}`}
            kind="primary"
            isDisabled={!draft || changed.length === 0}
            isPending={isSending}
            onPress={() => void save()}
          />
        </section>
      )}
    </div>
  )
}

function baseOf({ version, definition }: AgentShownFragment): Base {
  return { version, definition: toDraft(definition) }
}

function definitionText(definition: Draft): string {
  return JSON.stringify(definition, null, 2)
}

/** The definition that a text holds; null where it is no JSON or does not fit the schema of the API. */
function readDraft(text: string, schema: unknown): Draft | null {
  const value = parseJson(text)
  return isDraft(value, schema) ? value : null
}

function isDraft(value: unknown, schema: unknown): value is Draft {
  return isObject(value) && checkJson(value, schema).length === 0
}

/** A type as the introspection of GraphQL describes it. */
interface TypeNode {
  readonly kind: string
  readonly name?: string | null | undefined
  readonly enumValues?: readonly { readonly name: string }[] | null | undefined
  readonly inputFields?: readonly InputField[] | null | undefined
  readonly ofType?: TypeNode | null | undefined
}

interface InputField {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type: TypeNode
}

type JsonSchema = Readonly<Record<string, unknown>>

/** The JSON Schema of a definition, made from the schema of the API; undefined where the server does not tell it. */
function useDefinitionSchema(): JsonSchema | undefined {
  const [{ data }] = useQuery({ query: DefinitionSchemaDocument })
  const fields: readonly InputField[] | null | undefined = data?.__type?.inputFields
  return useMemo(() => (fields ? toObject(fields) : undefined), [fields])
}

function toObject(fields: readonly InputField[]): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map(({ name, description, type }) => [name, { ...toSchema(type), description }]),
    ),
    required: fields.filter(({ type }) => type.kind === 'NON_NULL').map(({ name }) => name),
  }
}

function toSchema(type: TypeNode): JsonSchema {
  return type.kind === 'NON_NULL' && type.ofType ? toValue(type.ofType) : orNull(toValue(type))
}

function toValue({ kind, name, enumValues, inputFields, ofType }: TypeNode): JsonSchema {
  if (kind === 'LIST' && ofType) return { type: 'array', items: toSchema(ofType) }
  if (enumValues) return { enum: enumValues.map((value) => value.name) }
  if (inputFields) return toObject(inputFields)
  return scalars[name ?? ''] ?? {}
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  Float: { type: 'number' },
  Decimal: { type: ['string', 'number'] },
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return { ...schema, enum: [...values, null] }
  return type === undefined ? schema : { ...schema, type: [type, 'null'].flat() }
}

import { permissions, type Permission as Value } from '../domain/permission.ts'
import { describedEnum } from './described-enum.ts'

export const Permission = describedEnum('Permission', 'Whether a call may be made.', {
  ALLOW: 'It may.',
  DENY: 'It may not.',
  REQUIRE_APPROVAL: 'It may once a human has approved it.',
})

export const PermittedType = describedEnum(
  'PermittedType',
  'The types of actions that reach outside of their run, and are permitted or not.',
  {
    TOOL: 'Calls of tools.',
    RELIC: 'Operations of relics.',
    WORKFLOW: 'Stored plans with parameters.',
    AGENT: 'Child runs of other agents.',
  },
)

/** A permission as the database has it; what nobody knows is none. */
export function toPermission(stored: string): Value {
  return permissions.find((known) => known === stored) ?? 'DENY'
}

import type { Permission } from '../../../generated/console/graphql.ts'
import { Status } from '../../ui/status.tsx'

const words: Readonly<Record<Permission, readonly [status: string, label: string]>> = {
  ALLOW: ['APPROVED', 'Allowed'],
  DENY: ['DENIED', 'Denied'],
  REQUIRE_APPROVAL: ['OPEN', 'Needs approval'],
}

/** Ruling of the policies on a call, with its colour. */
export function PermissionLabel({ of: permission }: { readonly of: Permission }) {
  const [status, label] = words[permission]
  return <Status of={status} label={label} />
}

import type { NewApiKey } from '../domain/api-key.ts'
import { RungraphError } from '../domain/errors.ts'
import { checkSlug } from '../domain/object-key.ts'
import {
  type CreateProject,
  checkProjectSettings,
  type ProjectOperations,
  type ProjectSettings,
} from '../domain/project.ts'
import { hashOfKey, newKeyText } from './authenticator.ts'
import { checkCallerName } from './caller-name.ts'

/** The rows of projects. */
interface ProjectStore {
  /** False where the slug is taken. */
  insert(
    project: { readonly id: string; readonly slug: string; readonly settings: ProjectSettings },
    key: NewApiKey,
  ): Promise<boolean>
}

interface Services {
  readonly projects: ProjectStore
  readonly newId: () => string
}

/** Creates the operations of administrators of the server. Whether the caller is one is decided before (ADM-4). */
export function createProjectOperations(services: Services): ProjectOperations {
  return { createProject: (call) => createProject(call, services) }
}

async function createProject(
  { slug, settings, keyName = 'admin', by }: CreateProject,
  { projects, newId }: Services,
): ReturnType<ProjectOperations['createProject']> {
  checkSlug(slug)
  checkProjectSettings(settings)
  checkCallerName(keyName, 'keyName')
  const key = newKeyText()
  const id = newId()
  const first = { id: newId(), projectId: id, name: keyName, role: 'ADMIN', expiresAt: null } as const
  const made = { ...first, createdBy: `server:${by}`, secretHash: hashOfKey(key) }
  if (await projects.insert({ id, slug, settings }, made)) return { projectId: id, key }
  throw new RungraphError('SLUG_TAKEN', { slug, kind: 'project' })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { openApiText } from '../../src/http/rest/openapi.ts'
import { root } from '../checks/run-command.ts'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const server = forFile(await openServer())

describe('API-56 the OpenAPI document', () => {
  test('is the one that is printed', () => {
    expect(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')).toBe(openApiText())
  })

  test('is served with the address of its server, to callers', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`)
    expect(await response.json()).toEqual({ ...JSON.parse(openApiText()), servers: [{ url: server.url }] })
    const { status, headers } = await fetch(`${server.url}/api/openapi.json`, { method: 'POST' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('is one of OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(openApiText()))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(await validator.validate({ openapi: '3.1.0' })).toMatchObject({ valid: false })
  })

  test('refers to nothing that it has not', () => {
    const document = JSON.parse(openApiText())
    for (const [, section = '', name = ''] of openApiText().matchAll(
      /"\$ref": "#\/components\/(\w+)\/(\w+)"/g,
    ))
      expect(document.components[section]).toHaveProperty(name)
  })
})

import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Client } from '../../src/client/index.ts'
import { RungraphProvider, useConnection, useGates, useRun, useRunText } from '../../src/client/react.ts'

function Shown() {
  const { status, failure } = useRun('run')
  const { gates, isLoading } = useGates()
  return JSON.stringify([status, failure, useRunText('run'), gates, isLoading, useConnection()])
}

test('LIB-5 a server renders the hooks without a connection', () => {
  const refused = () => Promise.reject(new Error('Nothing is sent.'))
  const client = new Client({ url: 'http://127.0.0.1:9/graphql', transport: 'sse', fetch: refused })
  const page = renderToString(createElement(RungraphProvider, { client }, createElement(Shown)))
  expect(JSON.parse(page.replaceAll('&quot;', '"'))).toEqual(['QUEUED', null, '', [], true, 'idle'])
  expect(client.connection.current()).toBe('idle')
})

test('LIB-5 a hook without a provider says so', () => {
  expect(() => renderToString(createElement(Shown))).toThrow('There is no RungraphProvider')
})

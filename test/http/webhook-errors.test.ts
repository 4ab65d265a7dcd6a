import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import type { ClaimedDelivery } from '../../src/domain/webhook.ts'
import { createWebhookSender } from '../../src/http/webhooks/webhook-sender.ts'
import { createAddressGuard, type Resolve } from '../../src/net/address-guard.ts'
import { forTest } from '../support/for-file.ts'

const names: Readonly<Record<string, string>> = {
  'private.test': '10.0.0.7',
  'cloud.test': '169.254.169.254',
}

const resolve: Resolve = (name, _options, callback) => {
  const address = names[name]
  if (address === undefined)
    callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), [])
  else callback(null, [{ address, family: 4 }])
}

function deliveryTo(url: string): ClaimedDelivery {
  return {
    ...{
      id: '018f2b1c-0000-7000-8000-000000000001',
      webhookId: 'w',
      runId: '018f2b1c-0000-7000-8000-000000000002',
    },
    ...{ topic: 'RUN_COMPLETED', createdAt: new Date(0), attempt: 1, url, secret: null },
    facts: { status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', lastSeq: 3, agent: 'a' },
  } as unknown as ClaimedDelivery
}

it('HOOK-3 tells the same of a name that leads nowhere, to a private address, to Rungraph or to a closed port', async () => {
  const closed = createServer()
  closed.listen(0, '127.0.0.1')
  await once(closed, 'listening')
  // A server that listens on a TCP port has an address of this kind.
  const { port } = closed.address() as AddressInfo
  closed.close()
  const own = { has: (host: string) => host === 'own.test' }
  const guard = createAddressGuard({ allowPrivate: ['127.0.0.1'], own }, resolve)
  const sender = forTest(createWebhookSender({ guard, now: () => 0 }))
  const urls = ['http://nowhere.test/', 'http://private.test/', 'http://cloud.test/', 'http://own.test/']
  const errors = await Promise.all(
    [...urls, `http://127.0.0.1:${port}/`, 'http://10.0.0.1/'].map(async (url) => {
      const answer = await sender.send(deliveryTo(url), [Buffer.alloc(24)], new AbortController().signal)
      return answer.kind === 'refused' ? answer.error : answer.kind
    }),
  )
  expect(new Set(errors)).toEqual(
    new Set([
      'The receiver cannot be reached: it is not there, refuses connections, or has no address that is allowed.',
    ]),
  )
})

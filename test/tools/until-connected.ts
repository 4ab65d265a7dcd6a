import { vi } from 'vitest'
import { postJson } from '../support/post-json.ts'

/** Resolves when the MCP servers of an app are connected: its start waits for them for some seconds only. */
export async function untilConnected(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const response = await postJson(`${url}/graphql`, { query: '{ mcpServers { name absence } }' })
      const { data } = JSON.parse(await response.text())
      const away = data.mcpServers.filter(({ absence }: { absence: string | null }) => absence !== null)
      if (away.length > 0) throw new Error(JSON.stringify(away))
    },
    { timeout: 40_000, interval: 100 },
  )
}

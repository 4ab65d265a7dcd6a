import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import {
  EndMcpSignInDocument,
  SettingsMcpServersDocument,
  type SettingsMcpServersQuery,
  StartMcpSignInDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useList } from '../../data/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Label } from '../../ui/status.tsx'
import { column, ListCard } from '../../ui/table.tsx'

type McpServer = SettingsMcpServersQuery['mcpServers'][number]

/** The MCP servers that want a sign-in, and that of the caller. Nothing where there is none. */
export function McpServers() {
  const { may } = useSession()
  const { data, error, refresh } = useList(SettingsMcpServersDocument, {})
  const [link, setLink] = useState<{ readonly server: string; readonly url: string } | null>(null)
  const start = useAction(StartMcpSignInDocument)
  const end = useAction(EndMcpSignInDocument)
  const servers = data?.mcpServers.filter(({ per }) => per !== null)
  if (servers?.length === 0) return null

  async function signIn(server: string): Promise<void> {
    const answer = await start.send({ input: { server } })
    if (answer && 'url' in answer) setLink({ server, url: answer.url })
  }
  async function signOut(server: string): Promise<void> {
    if (await end.send({ input: { server } })) refresh()
  }
  const actions = ({ name, signIn: signedIn }: McpServer) => (
    <span className={look.row}>
      <Button label={signedIn ? 'Sign in anew' : 'Sign in'} onPress={() => void signIn(name)} />
      {signedIn && <Button label="Sign out" onPress={() => void signOut(name)} />}
    </span>
  )
  return (
    <>
      <ListCard
        label="MCP servers"
        columns={[...columns, ...(may('OPERATOR') ? [column('', actions)] : [])]}
        rows={servers}
        keyOf={({ name }) => name}
        error={error}
        retry={refresh}
        problem={start.problem ?? end.problem}
        empty="No MCP server wants a sign-in."
      />
      {link && (
        <Dialog
          title={`Sign in to ${link.server}`}
          isOpen
          onClose={() => {
            setLink(null)
            refresh()
          }}
        >
          <p>Open the address in this browser, within ten minutes. Then close this dialog.</p>
          <a className={look.underlined} href={link.url} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" /> Open {URL.parse(link.url)?.host ?? link.url}
          </a>
        </Dialog>
      )}
    </>
  )
}

const columns = [
  column('MCP server', ({ name }: McpServer) => <code>{name}</code>),
  column('Account', ({ per }: McpServer) => <Label>{per === 'USER' ? 'Of each user' : 'One for all'}</Label>),
  column('Signed in', ({ signIn }: McpServer) => (signIn ? formatDateTime(signIn.signedInAt) : 'No')),
]

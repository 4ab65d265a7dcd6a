import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Empty, Page, Problem } from '../ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is no page at this address.">
        <Link to="/runs">See the runs</Link>
      </Empty>
    </Page>
  )
}

/** A page that failed to be drawn or loaded; after an update of the server its parts have new names. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error)
  return (
    <Page title="This page cannot be shown">
      <Problem error={message} retry={() => (/import|module/i.test(message) ? location.reload() : reset())} />
    </Page>
  )
}

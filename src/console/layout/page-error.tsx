import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/states.tsx'

/** A page that failed to be drawn or loaded; after an update of the server its parts have new names. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error)
  return (
    <Page title="This page cannot be shown">
      <Problem error={message} retry={() => (/import|module/i.test(message) ? location.reload() : reset())} />
    </Page>
  )
}

import { Link } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is no page at this address.">
        <Link to="/runs">See the runs</Link>
      </Empty>
    </Page>
  )
}

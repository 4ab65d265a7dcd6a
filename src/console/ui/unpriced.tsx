import { Link } from '@tanstack/react-router'
import { formatWhole } from './format.ts'
import look from './look.module.css'

/** Calls that no cost includes, and how to set their price. Nothing where every call has one. */
export function Unpriced({ calls }: { readonly calls: number }) {
  if (calls === 0) return null
  return (
    <p className={look.soft}>
      {calls === 1 ? '1 model call is' : `${formatWhole(calls)} model calls are`} not priced, and no cost
      includes {calls === 1 ? 'it' : 'them'}. Set the price of the model in a file of{' '}
      <code>RUNGRAPH_MODELS</code> (docs/models.md).{' '}
      <Link to="/settings" search={{ tab: 'models' }}>
        Known prices
      </Link>
    </p>
  )
}

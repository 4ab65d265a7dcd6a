import { type ReactNode, useState } from 'react'
import { apiKey, setApiKey } from './api-key.ts'
import './page.css'

/** The frame of every page: the way back, and the API key. */
export function Page({ client, children }: { readonly client: string; readonly children: ReactNode }) {
  const [key, setKey] = useState(apiKey)
  return (
    <>
      <header>
        <a href="#/">Rungraph with {client}</a>
        <form action={() => setApiKey(key)}>
          <label>
            API key{' '}
            <input
              type="password"
              autoComplete="off"
              value={key}
              placeholder="none"
              onChange={(event) => setKey(event.target.value)}
            />
          </label>
        </form>
      </header>
      <main>{children}</main>
    </>
  )
}

/** What went wrong, where something did. */
export function Problem({ error }: { readonly error: Error | string | null | undefined }) {
  if (!error) return null
  return <p role="alert">{typeof error === 'string' ? error : error.message}</p>
}

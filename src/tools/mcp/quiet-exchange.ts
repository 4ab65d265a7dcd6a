import { AsyncLocalStorage } from 'node:async_hooks'

const exchanges = new AsyncLocalStorage<true>()
let active = 0
let restore: (() => void) | undefined

/**
 * Does an exchange of the client library, which writes to the console what an authorization server answers: that may repeat what it was sent
 * (MCPAUTH-3). Its result says how it ended. What others write meanwhile is written.
 */
export async function quietly<Result>(exchange: () => Promise<Result>): Promise<Result> {
  if (active === 0) restore = replaceWarn()
  active += 1
  try {
    return await exchanges.run(true, exchange)
  } finally {
    active -= 1
    if (active === 0) restore?.()
  }
}

function replaceWarn(): () => void {
  const { warn } = console
  const others = (...data: readonly unknown[]) => {
    if (!exchanges.getStore()) warn.apply(console, [...data])
  }
  console.warn = others
  return () => {
    // Somebody else may have replaced it meanwhile.
    if (console.warn === others) console.warn = warn
  }
}

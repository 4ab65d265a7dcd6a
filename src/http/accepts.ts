/** Whether an `Accept` names event streams; what takes anything is given one, too, where it asks for a subscription. */
export function namesEventStream(accept: string | null | undefined): boolean {
  return accept?.toLowerCase().includes('text/event-stream') === true
}

/** Whoever opens an address in a browser wants a page, not an answer. */
export function wantsPage(method: string | undefined, accept: string | null | undefined): boolean {
  return method === 'GET' && accept?.toLowerCase().includes('text/html') === true
}

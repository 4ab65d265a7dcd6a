import { once } from 'node:events'
import { connect } from 'node:net'

/** Whether something of this machine takes connections at the port. */
export async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

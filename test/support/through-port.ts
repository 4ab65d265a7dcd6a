/** The address of a database by another port of loopback, such as that of a proxy: a socket would lead past it. */
export function throughPort(connectionString: string, port: number): string {
  const address = new URL(connectionString)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  address.searchParams.delete('host')
  return address.href
}

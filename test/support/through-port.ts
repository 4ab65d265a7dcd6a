/** The address of a database by another port of loopback, such as that of a proxy. */
export function throughPort(connectionString: string, port: number): string {
  return Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: String(port) }).href
}

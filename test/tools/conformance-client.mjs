/**
 * What the conformance suite of the protocol starts for each scenario: it has the test, whose port is the first argument, play the client
 * (conformance-player.ts). The suite gives the address of its server as the last argument.
 */
const [port, url] = process.argv.slice(2)
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env
const body = JSON.stringify({ scenario, url, context: JSON.parse(context) })
const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })
console.error(await response.text())
process.exitCode = response.ok ? 0 : 1

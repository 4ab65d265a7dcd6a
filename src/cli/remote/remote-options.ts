import { Option } from '@commander-js/extra-typings'
import { anyText } from '../terminal/argument-values.ts'

/** The server that a command calls. */
export function urlOption() {
  return new Option(
    '--url <url>',
    'URL of the server (default: RUNGRAPH_URL, or http://127.0.0.1 with PORT)',
  ).argParser(anyText)
}

/** The key that a command calls it with. */
export function keyOption() {
  return new Option(
    '--key <key>',
    'API key (default: RUNGRAPH_KEY, which no list of processes shows)',
  ).argParser(anyText)
}

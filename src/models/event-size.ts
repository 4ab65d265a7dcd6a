const blankLines = ['\n\n', '\n\r\n'] as const

/**
 * Measures the events of a stream for a limit: SDKs hold an event until its blank line comes. The returned function takes the next bytes
 * and gives the size of the event that they end in, in bytes.
 */
export function createEventSize(): (bytes: Uint8Array) => number {
  let size = 0
  /** The last bytes before, which may be the beginning of a blank line. */
  let tail = ''
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const end = Math.max(...blankLines.map((line) => endOfLast(text, line)))
    const seam = tail + text.toString('latin1', 0, 2)
    if (end > 0) size = text.length - end
    else size = (seamEndsEvent(seam) ? 0 : size) + text.length
    tail = (tail + text.toString('latin1', Math.max(0, text.length - 2))).slice(-2)
    return size
  }
}

/** The end of the last occurrence; 0 if there is none. */
function endOfLast(text: Buffer, line: string): number {
  const at = text.lastIndexOf(line)
  return at === -1 ? 0 : at + line.length
}

function seamEndsEvent(seam: string): boolean {
  return blankLines.some((line) => seam.includes(line))
}

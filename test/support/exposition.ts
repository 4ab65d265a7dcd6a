/** The samples of a text in the format of Prometheus: `name{labels}` as it stands, and the value. Lines of any other form are named. */
export function samplesOf(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) \w+ /.test(line)) continue
    const [, series, value] = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
    if (series === undefined || value === undefined) throw new Error(`No line of an exposition: ${line}`)
    samples.set(series, Number(value))
  }
  return samples
}

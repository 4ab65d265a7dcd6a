/** Shorter texts are no secrets, and occur in too many other texts. */
const minLength = 6

/** Removes these values from texts and from all strings of JSON: values that an operator configured are not for models or logs. */
export function hideValues(values: readonly string[]): (text: string) => string {
  const secrets = [...new Set(values.flatMap(spellings))]
    .filter((value) => value.length >= minLength)
    .toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text)
}

/** `Bearer abc` is hidden whole, and so is what follows its scheme, or its last space, also as JSON and as a part of a URL write it. */
function spellings(value: string): readonly string[] {
  const parts = [value.indexOf(' '), value.lastIndexOf(' ')].map((space) => value.slice(space + 1))
  return [value, ...parts].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
  ])
}

/** What is made of an object, once as long as the object is there. */
export function madeOnce<From extends object, Value>(
  known: WeakMap<From, Value>,
  from: From,
  make: (from: From) => Value,
): Value {
  const value = known.get(from)
  if (value !== undefined) return value
  const made = make(from)
  known.set(from, made)
  return made
}

/** Whether `place` lies between the two UTF-16 units of one character: no text may begin or end there. */
export function isInsideCharacter(text: string, place: number): boolean {
  return isLowSurrogate(text.charCodeAt(place)) && isHighSurrogate(text.charCodeAt(place - 1))
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

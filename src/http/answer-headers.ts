/**
 * What every answer of every port has, whatever it is: nobody is to take it for another type than it says, nor to be told by a browser
 * which page led there. Its own file: answers are written here by Node's response, to a bare connection, and by ws.
 */
export const answerHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
]

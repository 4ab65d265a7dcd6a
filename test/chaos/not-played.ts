/** The machine lacks what a scenario needs. That is no failure, and does not count as held. */
export class NotPlayed extends Error {
  override readonly name = 'NotPlayed'
}

export type Tone = 'queued' | 'running' | 'waiting' | 'paused' | 'good' | 'bad' | 'cancelled'

const tones: Readonly<Record<string, Tone>> = {
  QUEUED: 'queued',
  PENDING: 'queued',
  RUNNING: 'running',
  WAITING: 'waiting',
  OPEN: 'waiting',
  DIVERGED: 'waiting',
  ERROR: 'bad',
  PAUSED: 'paused',
  REVISED: 'paused',
  COMPLETED: 'good',
  SUCCEEDED: 'good',
  PASSED: 'good',
  APPROVED: 'good',
  ANSWERED: 'good',
  DELIVERED: 'good',
  FAILED: 'bad',
  DENIED: 'bad',
  STOPPED: 'bad',
  UNDECIDED: 'paused',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  ACTIVE: 'good',
  DRAINING: 'waiting',
  LOST: 'bad',
  SKIPPED: 'cancelled',
  CANCELLED: 'cancelled',
}

/** The colour that a status of a run, an action, a gate or a delivery has everywhere. */
export function toneOf(status: string): Tone {
  return tones[status] ?? 'queued'
}

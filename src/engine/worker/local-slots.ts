import type { ClaimedRun, LocalSlots, Slot, SlotBroker } from '../../domain/run-store.ts'

/** Connects the stores to the worker of this process. `onClaimed` is called for each run that is claimed as it is accepted; for metrics. */
export function createSlotBroker(onClaimed: (run: ClaimedRun) => void = () => undefined): SlotBroker {
  let worker: LocalSlots | null = null
  return {
    connect: (connected) => {
      worker = connected
    },
    reserve: () => {
      const slot = worker?.reserve() ?? null
      return slot && countingClaims(slot, onClaimed)
    },
  }
}

function countingClaims(slot: Slot, onClaimed: (run: ClaimedRun) => void): Slot {
  return {
    begin: (run) => {
      onClaimed(run)
      slot.begin(run)
    },
    free: () => slot.free(),
    abandon: (held) => slot.abandon(held),
  }
}

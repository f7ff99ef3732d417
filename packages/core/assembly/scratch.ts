/**
 * Working space of this instance. Threads share one memory but each has its own instance, so the
 * address is a global of the instance and never part of the module's data.
 */
export let scratch: usize = 0

export function setScratch(pointer: usize): void {
  scratch = pointer
}

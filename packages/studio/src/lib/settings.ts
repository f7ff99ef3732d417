/**
 * Small choices of this browser, not of a project: theme, widths of panes, folds. They are needed before
 * the first paint, hence localStorage and not the database.
 */
export interface Settings {
  read(name: string): string | undefined
  write(name: string, value: string): void
}

const PREFIX = 'unseen.'

/** `storage` may be forbidden or full: then choices last as long as the page. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): Settings {
  const memory = new Map<string, string>()
  return {
    read(name) {
      try {
        return memory.get(name) ?? storage?.getItem(PREFIX + name) ?? undefined
      } catch {
        return undefined
      }
    },
    write(name, value) {
      memory.set(name, value)
      try {
        storage?.setItem(PREFIX + name, value)
      } catch {
        // Kept in memory at least.
      }
    }
  }
}

/** Prints that were started in this tab and whose end was not shown yet. */
const awaited = new Set<string>()

export function awaitPrint(printId: string): void {
  awaited.add(printId)
}

/** Whether the print was awaited; the answer is yes only once. */
export function takeAwaited(printId: string): boolean {
  return awaited.delete(printId)
}

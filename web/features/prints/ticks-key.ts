/** Returns the browser's key for a seller's unsent ticks. */
export function ticksKey(userId: string): string {
  return `sheetsmith.ticks.${userId}`
}

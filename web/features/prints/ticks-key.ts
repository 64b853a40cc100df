/** Where a browser keeps a seller's ticks that were not sent. */
export function ticksKey(userId: string): string {
  return `sheetsmith.ticks.${userId}`
}

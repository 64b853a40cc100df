/** Returns the nearest value that a byte can hold. */
export function clampByte(value: number): number {
  return Math.min(255, Math.max(0, value))
}

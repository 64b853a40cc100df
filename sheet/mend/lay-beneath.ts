/** Lays a colour with an alpha beneath the pixel at `at` of a row of straight RGBA8, by source over. */
export function layBeneath(row: Uint8Array, at: number, colour: ArrayLike<number>, alpha: number): void {
  const own = row[at + 3]
  const shows = (alpha * (255 - own)) / 255
  const whole = own + shows
  for (let c = 0; c < 3; c++) row[at + c] = Math.round((row[at + c] * own + colour[c] * shows) / whole)
  row[at + 3] = Math.round(whole)
}

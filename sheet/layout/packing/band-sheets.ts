import type { Band, Meter } from "./band.ts"

/** The ways to fill a sheet with bands that are tried. */
const mostFillTries = 300

/**
 * Returns the bands of each sheet. If the tallest first take more sheets than their film needs, fills
 * sheets one by one.
 */
export function onSheets(bands: readonly Band[], length: number): Band[][] {
  const sheets = firstFit(bands, length)
  if (sheets.length <= Math.ceil(heightOf(bands) / length)) return sheets
  const filled = fillSheets(bands, length, sheets.length - 1, { steps: 0 })
  return filled.beyond.length === 0 ? filled.sheets : sheets
}

/** Puts the tallest bands first, each on the first sheet that has room. */
export function firstFit(bands: readonly Band[], length: number): Band[][] {
  const sheets: { room: number; bands: Band[] }[] = []
  for (const band of [...bands].sort((a, b) => b.height - a.height)) {
    let sheet = sheets.find(({ room }) => room >= band.height)
    if (!sheet) {
      sheet = { room: length, bands: [] }
      sheets.push(sheet)
    }
    sheet.room -= band.height
    sheet.bands.push(band)
  }
  return sheets.map((sheet) => sheet.bands)
}

/**
 * Fills sheet after sheet: each with the tallest band left, and those that leave the least room below it.
 * `beyond` are the bands for which so many sheets have no room.
 */
export function fillSheets(
  bands: readonly Band[],
  length: number,
  mostSheets: number,
  meter: Meter,
): { sheets: Band[][]; beyond: readonly Band[] } {
  const sheets: Band[][] = []
  let beyond = [...bands].sort((a, b) => b.height - a.height)
  while (beyond.length > 0 && sheets.length < mostSheets) {
    const [tallest, ...others] = beyond
    const sheet = new Set([tallest, ...fullest(others, length - tallest.height, meter)])
    sheets.push([...sheet])
    beyond = beyond.filter((band) => !sheet.has(band))
  }
  return { sheets, beyond }
}

// Returns the bands that fill the room best, of so many ways as are tried, the tallest first.
function fullest(tallestFirst: readonly Band[], room: number, meter: Meter): readonly Band[] {
  const allFrom = [0]
  for (const { height } of tallestFirst.toReversed()) allFrom.push(allFrom[allFrom.length - 1] + height)
  allFrom.reverse()
  let best: readonly Band[] = []
  let least = room
  let tries = 0
  const visit = (from: number, picked: readonly Band[], remaining: number) => {
    if (remaining < least) [best, least] = [picked, remaining]
    let before = 0
    for (let i = from; i < tallestFirst.length && least > 0 && tries < mostFillTries; i++) {
      if (remaining - allFrom[i] >= least) return
      const { height } = tallestFirst[i]
      if (height > remaining || height === before) continue
      before = height
      tries++
      visit(i + 1, [...picked, tallestFirst[i]], remaining - height)
    }
  }
  visit(0, [], room)
  meter.steps += tallestFirst.length + tries
  return best
}

export function heightOf(bands: readonly Band[]): number {
  return bands.reduce((sum, { height }) => sum + height, 0)
}

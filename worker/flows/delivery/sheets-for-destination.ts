import type { Destination } from "../../../contract/delivery/destination.ts"
import { ApiError } from "../../../contract/error.ts"
import { type LengthUnit, lengthText } from "../../../contract/length.ts"
import { MAX_PRINT_SHEETS } from "../../../contract/limit.ts"
import { mirroredPlacement } from "../../../sheet/preflight/mirror-sheet.ts"
import { splitSheet } from "../../../sheet/preflight/split-sheet.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import type { StoredPlacement } from "../../data/prints/sheet-rows.ts"
import { keyedStamp, type PlannedStamp, withShared } from "../prints/stamp-key.ts"

/** A sheet that is to be written, with its placements. */
export type LaidSheet = { widthPx: number; lengthPx: number; placements: StoredPlacement[] }

/** Returns a print's sheets, parted between pieces if they are too long. Throws if they cannot be parted. */
export function partedSheets(
  printed: readonly LaidSheet[],
  { name, maxLengthIn }: Destination,
  { dpi }: AttemptRow,
  stamps: readonly PlannedStamp[],
  unit: LengthUnit,
): LaidSheet[] {
  const maxLengthPx = Math.round(maxLengthIn * dpi)
  const sheets = printed.flatMap(({ widthPx, lengthPx, placements }) => {
    const parted = splitSheet({ lengthPx, placements }, maxLengthPx)
    if (parted.kind === "too-long") {
      const needed = lengthText(parted.neededPx / dpi, unit)
      throw new ApiError(
        "unprocessable",
        `"${nameOf(parted.piece, stamps)}" takes ${needed} of film as it is laid out, but "${name}" takes files of at most ${lengthText(maxLengthIn, unit)}. Choose another destination, or process the print again.`,
      )
    }
    return parted.sheets.map((sheet) => ({ widthPx, ...sheet }))
  })
  if (sheets.length <= MAX_PRINT_SHEETS) return sheets
  throw new ApiError(
    "unprocessable",
    `For "${name}" this print would take ${sheets.length} sheets, but at most ${MAX_PRINT_SHEETS} can be written.`,
  )
}

function nameOf({ stampKey }: StoredPlacement, stamps: readonly PlannedStamp[]): string {
  return stamps.find((stamp) => stamp.stampKey === stampKey)?.imageName ?? "A piece"
}

/** Returns the sheets with left and right exchanged, and the stamps that they need. */
export function mirroredSheets(
  sheets: readonly LaidSheet[],
  known: readonly PlannedStamp[],
): { sheets: LaidSheet[]; stamps: PlannedStamp[] } {
  const byKey = new Map(known.map((stamp) => [stamp.stampKey, stamp]))
  const mirrored = new Map<string, PlannedStamp>()
  const mirroredKey = (key: string): string => {
    const mirroredStamp = mirrored.get(key)
    if (mirroredStamp) return mirroredStamp.stampKey
    const stamp = byKey.get(key)
    if (!stamp) throw new Error(`stamp ${key} belongs to no attempt`)
    const turned = keyedStamp({
      ...stamp,
      mirror: !stamp.mirror,
      halfTurned: stamp.rotated ? !stamp.halfTurned : stamp.halfTurned,
    })
    mirrored.set(key, turned)
    return turned.stampKey
  }
  const turnedSheets = sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.map((placement) => ({
      ...mirroredPlacement(placement, sheet.widthPx),
      stampKey: mirroredKey(placement.stampKey),
    })),
  }))
  return { sheets: turnedSheets, stamps: withShared([...mirrored.values()]) }
}

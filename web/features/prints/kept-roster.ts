import { useCallback, useEffect, useState } from "react"
import { z } from "zod"
import { useAuth } from "../../lib/auth.tsx"
import { read, write } from "../../lib/session.ts"
import type { RosterTable } from "./roster-text.ts"

const columnSchema = z.union([
  z.object({ kind: z.literal("field"), name: z.string() }),
  z.object({ kind: z.enum(["size", "quantity", "none"]) }),
])
const rosterSchema = z.object({
  /** Typed text that is not read yet. */
  text: z.string(),
  columns: z.array(columnSchema),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** The size for rows without one, if it was chosen. */
  usualId: z.string().nullable(),
})

/** A roster that is not in its print yet. */
export type KeptRoster = z.infer<typeof rosterSchema> & RosterTable

export const noRoster: KeptRoster = { text: "", columns: [], rows: [], usualId: null }

/** Keeps a tab's roster for one image of one print; it survives a reload and ends with the tab. */
export function useKeptRoster(
  printId: string | null,
  imageId: string,
): { roster: KeptRoster; change: (change: Partial<KeptRoster>) => void; forget: () => void } {
  const userId = useAuth().user._id
  const key = `sheetsmith.roster.${userId}.${printId ?? "new"}.${imageId}`
  const [roster, setRoster] = useState(() => readRosterText(read(key, "sessionStorage")))
  useEffect(() => store(key, roster), [key, roster])
  const change = useCallback(
    (changed: Partial<KeptRoster>) => setRoster((before) => ({ ...before, ...changed })),
    [],
  )
  const forget = useCallback(() => store(key, noRoster), [key])
  return { roster, change, forget }
}

/** Reads a stored roster; an unreadable text gives an empty one. */
export function readRosterText(text: string | null): KeptRoster {
  try {
    return rosterSchema.parse(JSON.parse(text ?? ""))
  } catch {
    // Nothing was kept, or it was cut off.
    return noRoster
  }
}

function store(key: string, roster: KeptRoster): void {
  const isEmpty = roster.text === "" && roster.rows.length === 0
  write(key, isEmpty ? null : JSON.stringify(roster), "sessionStorage")
}

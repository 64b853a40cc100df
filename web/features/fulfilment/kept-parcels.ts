import { z } from "zod"
import { read, write } from "../../lib/session.ts"

type Storage = { read: (key: string) => string | null; write: (key: string, text: string | null) => void }

/** What was typed of an order's parcel. Without a number, none was typed. */
const parcelSchema = z.object({ chosen: z.string(), named: z.string(), number: z.string().optional() })
export type Parcel = z.infer<typeof parcelSchema>

const keptSchema = z.object({ day: z.string(), parcels: z.record(z.string(), parcelSchema) })
type Parcels = z.infer<typeof keptSchema>["parcels"]

/**
 * Keeps what a seller typed of parcels, by the orders' ids, until it is sent or the day is over. Tabs share it: each
 * changes the orders that it shows alone.
 */
export function keptParcels(userId: string, day: string, storage: Storage = { read, write }) {
  const key = `sheetsmith.parcels.${userId}`
  function readAll(): Parcels {
    try {
      const kept = keptSchema.parse(JSON.parse(storage.read(key) ?? ""))
      return kept.day === day ? kept.parcels : {}
    } catch {
      // Nothing was kept, or it was cut off.
      return {}
    }
  }
  function change(changed: Readonly<Record<string, Parcel | null>>) {
    const all = Object.entries({ ...readAll(), ...changed })
    const parcels = Object.fromEntries(all.filter(([, parcel]) => parcel !== null))
    const isEmpty = Object.keys(parcels).length === 0
    storage.write(key, isEmpty ? null : JSON.stringify({ day, parcels }))
  }
  return { read: readAll, change }
}

import type { Doer } from "../../../contract/accounts/doer.ts"
import type { Id } from "../../../contract/id.ts"
import { readNames } from "../../data/accounts/member-rows.ts"
import { directoryOf } from "../../data/database.ts"
import type { OpenEnv } from "../../env.ts"

/** The name of a person of whom nothing is left. */
const GONE = "Deleted user"

/**
 * Returns rows of a reply with the names of people whom the account's own database does not have, in whichever fields they
 * stand: of an account that lives apart from its people. The directory is asked for all of them at once, if there are any.
 */
export async function nameDoers<T extends object>(env: OpenEnv, rows: readonly T[]): Promise<T[]> {
  const ids = new Set(rows.flatMap((row) => Object.values(row).flatMap(namelessId)))
  if (ids.size === 0) return [...rows]
  const names = await readNames(directoryOf(env), [...ids])
  const named = (value: unknown) => {
    const [id] = namelessId(value)
    return id === undefined ? value : { ...(value as Doer), name: names.get(id) ?? GONE }
  }
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [field, named(value)])) as T,
  )
}

/** Returns the id of a person without a name; none for any other value. */
function namelessId(value: unknown): Id[] {
  if (typeof value !== "object" || value === null || !("kind" in value && "name" in value)) return []
  const { kind, name, _id } = value as Doer
  return kind === "person" && name === "" && _id !== null ? [_id] : []
}

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * One strip packing instance: items are [width, height, quantity]. The bounds are what gaps are
 * measured to.
 */
export type Instance = {
  name: string
  width: number
  n: number
  lowerBound: number
  lowerBoundRotated: number
  items: [number, number, number][]
}

/** A file of instances; `name` is the file's name without its extension. */
export type InstanceSet = { name: string; instances: Instance[] }

/** A published algorithm's gaps in percent without turns, by our instance names. */
type PublishedResult = { algorithm: string; gapPercents: Map<string, number> }

// The compared instances, as in the papers' tables. N13 is left out there at ten times the size of
// N12; the zdf instances from the ninth on are larger than any order.
const comparedInstances: Record<string, RegExp> = {
  "burke-n": /^N([1-9]|1[0-2])$/,
  "leung-zhang-zdf": /^zdf[1-8]$/,
}

/** Reads every instance file of a folder, without instances of more than `maxCopies` rectangles. */
export function readInstanceSets(folder: string, maxCopies: number): InstanceSet[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .flatMap((file) => {
      const content: { instances?: unknown } = JSON.parse(readFileSync(join(folder, file), "utf8"))
      if (!Array.isArray(content.instances)) return []
      const name = file.replace(/\.json$/, "")
      const instances = (content.instances as Instance[]).filter(
        (instance) => instance.n <= maxCopies && (comparedInstances[name]?.test(instance.name) ?? true),
      )
      return instances.length > 0 ? [{ name, instances }] : []
    })
}

/** Reads a folder's published results, of any set. */
export function readPublished(folder: string): PublishedResult[] {
  type Row = { name: string; LB: number; avg: Record<string, number> }
  const content = JSON.parse(readFileSync(join(folder, "published-oriented.json"), "utf8")) as {
    algorithms: Record<string, string>
    instances: Record<string, Row[]>
  }
  return Object.keys(content.algorithms).map((algorithm) => {
    const gapPercents = new Map<string, number>()
    for (const rows of Object.values(content.instances)) {
      const met = new Map<string, number>()
      for (const row of rows) {
        const occurrence = (met.get(row.name) ?? 0) + 1
        met.set(row.name, occurrence)
        if (algorithm in row.avg) gapPercents.set(ourName(row.name, occurrence), row.avg[algorithm])
      }
    }
    return { algorithm, gapPercents }
  })
}

// Returns our name: the papers write C11 for C1_1 and number ten instances of one name: their second
// Nice1t is our nice21t.
function ourName(name: string, occurrence: number): string {
  const hopperTurton = /^C(\d)(\d)$/.exec(name)
  if (hopperTurton) return `C${hopperTurton[1]}_${hopperTurton[2]}`
  const wangValenzuela = /^(nice|path)(\d+)(t?)$/.exec(name.toLowerCase())
  if (!wangValenzuela) return name
  const [, family, thousands, t] = wangValenzuela
  return t === "" ? `${family}${thousands}` : `${family}${occurrence}${thousands}t`
}

// The Worker of the objects' tests: the real object, and one for each planted bug (see
// planted-bugs.ts), each with a clock and a D1 that tests can change.
import { UserHub as RealHub } from "../../durable-objects/user-hub.ts"
import { plantedBugs } from "./planted-bugs.ts"

/** The ways in which D1 fails: before the write, or after it with the answer lost. */
export type D1Mood = "works" | "fails-before" | "fails-after"
type HubEnv = ConstructorParameters<typeof RealHub>[1]
type World = { aheadMs: number; d1: D1Mood }

/** The worlds by object id: a world outlives an object that sleeps or crashes. */
const worlds = new Map<string, World>()

export function worldOf(id: DurableObjectId): World {
  const known = worlds.get(id.toString())
  if (known) return known
  const fresh: World = { aheadMs: 0, d1: "works" }
  worlds.set(id.toString(), fresh)
  return fresh
}

function inWorld(Hub: typeof RealHub): typeof RealHub {
  return class extends Hub {
    constructor(ctx: DurableObjectState, env: HubEnv) {
      super(ctx, { ...env, DB: moodyD1(env.DB, worldOf(ctx.id)) })
    }

    protected override nowMs(): number {
      return Date.now() + worldOf(this.ctx.id).aheadMs
    }
  }
}

function moodyD1(db: D1Database, world: World): D1Database {
  const prepare = (query: string) => ({
    bind: (...values: unknown[]) => ({
      async run() {
        if (world.d1 === "fails-before") throw new Error("planned: D1 is away")
        const statement = db.prepare(query).bind(...values)
        const result = await statement.run()
        if (world.d1 === "fails-after") throw new Error("planned: D1's answer was lost")
        return result
      },
    }),
  })
  return { prepare } as unknown as D1Database
}

export const UserHub = inWorld(RealHub)

const plantedHubs = await Promise.all(
  plantedBugs.map(async (_bug, index): Promise<{ UserHub: typeof RealHub }> => {
    return import(/* @vite-ignore */ `../../durable-objects/user-hub.ts?bug=${index}`)
  }),
)
export const [Planted0, Planted1, Planted2, Planted3, Planted4, Planted5, Planted6, Planted7, Planted8] =
  plantedHubs.map((module) => inWorld(module.UserHub))

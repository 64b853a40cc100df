import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../local/bundle.ts"
import { hasTable, queryDatabase } from "../database-query.ts"
import type { Site } from "../site.ts"
import { missing, right, type Step } from "../step.ts"
import { writeConfigs } from "../worker-configs.ts"
import { applyMigrations } from "../wrangler.ts"

export const tables: Step = {
  name: "D1 tables",
  async look(site) {
    const absent = await absentMigrations(site)
    return absent.length > 0
      ? missing(absent.length === 1 ? absent[0] : `${absent.length} migrations from ${absent[0]} on`)
      : right("all migrations")
  },
  async make(site) {
    const { configs } = site
    writeConfigs(configs)
    applyMigrations(configs.edge)
  },
}

async function absentMigrations(site: Site): Promise<string[]> {
  const wanted = readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".sql"))
  const absent = new Set<string>()
  for (const { id } of site.configs.edge.databases) {
    const rows = (await hasTable(site, "d1_migrations", id))
      ? await queryDatabase(site, { sql: "SELECT name FROM d1_migrations", params: [] }, id)
      : []
    for (const name of wanted) if (!rows.some((row) => row.name === name)) absent.add(name)
  }
  return [...absent].sort()
}

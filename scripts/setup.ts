// `npm run setup [-- --check | --renew SECRET] [--answers FILE]`: leads from a Cloudflare account to a
// live shop, step by step; may be repeated. --check only looks and prints a table; it fails unless all
// is right.
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { allSteps } from "../setup/all-steps.ts"
import { askFile, askPerson } from "../setup/ask.ts"
import { DeploymentFile } from "../setup/deployment-file.ts"
import { renewSecret } from "../setup/renew-secret.ts"
import { checkAll, makeAll } from "../setup/run-steps.ts"
import { Site } from "../setup/site.ts"

const { values } = parseArgs({
  options: { check: { type: "boolean" }, renew: { type: "string" }, answers: { type: "string" } },
})
const ask = values.answers
  ? askFile(resolve(process.env.INIT_CWD ?? process.cwd(), values.answers))
  : askPerson()
const site = new Site(new DeploymentFile(), ask)
try {
  if (values.renew) await renewSecret(site, values.renew)
  const run = values.check ? checkAll : makeAll
  const isRight = await run(allSteps, site, (line) => console.log(line))
  if (isRight && !values.check) console.log(`\nThe shop is live: https://${site.domain}`)
  process.exitCode = isRight ? 0 : 1
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  console.error("`npm run setup` goes on from here.")
  process.exitCode = 1
}

// `npm run import -- PART.zip… --email EMAIL [--origin URL]`: imports an archive into an account, new
// or existing. OPERATOR_KEY as for export.
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { importAccount } from "../local/account-archive.ts"
import { operatorOf } from "../setup/operator.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { email: { type: "string" }, origin: { type: "string" } },
})
if (positionals.length === 0 || !values.email) {
  console.error("Usage: npm run import -- PART.zip… --email EMAIL [--origin https://the.app]")
  process.exit(2)
}
try {
  const paths = positionals.map((path) => resolve(process.env.INIT_CWD ?? process.cwd(), path))
  const report = await importAccount(operatorOf(values.origin), paths, values.email)
  console.log(`${report.images} images, ${report.prints} prints and ${report.credits} credits were added.`)
  if (report.noCredits) console.log(`No credits were added. ${report.noCredits}`)
  for (const sentence of report.leftOut) console.log(sentence)
  for (const name of report.unusable) console.log(`Not usable: ${name}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// `npm run export -- EMAIL --out DIR [--origin URL]`: writes one person's whole account as zip files.
// OPERATOR_KEY holds the operator's key; a local runtime and a deployment made here have their own.
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { exportAccount } from "../local/account-archive.ts"
import { operatorOf } from "../setup/operator.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" }, origin: { type: "string" } },
})
const [email] = positionals
if (!email || !values.out) {
  console.error("Usage: npm run export -- EMAIL --out DIR [--origin https://the.app]")
  process.exit(2)
}
try {
  const outDir = resolve(process.env.INIT_CWD ?? process.cwd(), values.out)
  for (const path of await exportAccount(operatorOf(values.origin), email, outDir)) console.log(path)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

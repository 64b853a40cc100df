// `npm run move -- EMAIL --to DB_2 [--back] [--origin URL]`: moves one account to another database while it works.
// OPERATOR_KEY holds the operator's key; a local runtime and a deployment made here have their own.
import { parseArgs } from "node:util"
import { moveAccount } from "../local/move-account.ts"
import { operatorOf } from "../setup/operator.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string" }, back: { type: "boolean", default: false }, origin: { type: "string" } },
})
const [email] = positionals
if (!email || !values.to) {
  console.error("Usage: npm run move -- EMAIL --to DB_2 [--back] [--origin https://the.app]")
  process.exit(2)
}
try {
  const request = { email, to: values.to, isBack: values.back }
  console.log(await moveAccount(operatorOf(values.origin), request))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

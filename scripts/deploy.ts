// `npm run deploy [-- --dry-run]`: builds, prints the Workers' sizes, makes new queues, migrates D1 and deploys,
// the edge first, because the press is bound to its object. deployment.toml decides; `npm run setup` writes it.
import { buildAll } from "../local/bundle.ts"
import { askPerson } from "../setup/ask.ts"
import { DeploymentFile } from "../setup/deployment-file.ts"
import { halfMade } from "../setup/half-made.ts"
import { SecretsFile } from "../setup/secrets-file.ts"
import { dropSent, sendWorker } from "../setup/send-worker.ts"
import { Site } from "../setup/site.ts"
import { makeQueues } from "../setup/steps/storage.ts"
import { configsOf, writeConfigs } from "../setup/worker-configs.ts"
import { applyMigrations, logIn } from "../setup/wrangler.ts"
import { printSizes } from "./sizes.ts"

const isDryRun = process.argv.includes("--dry-run")
const file = new DeploymentFile()
const secrets = new SecretsFile(file.path)
const deployment = file.read()
const configs = configsOf(deployment)
const problems = halfMade(deployment, configs, secrets.all())
if (problems.length > 0 && !isDryRun) {
  console.error(`${file.name} is not ready, and nothing was built or sent:`)
  for (const line of problems) console.error(`  ${line}`)
  console.error("`npm run setup` asks for what is missing and makes it.")
  process.exit(1)
}
await buildAll()
if (!printSizes()) {
  console.error("A Worker is too large to deploy.")
  process.exit(1)
}
if (!isDryRun) {
  writeConfigs(configs)
  const site = new Site(file, askPerson())
  if (site.token === null) {
    logIn()
    site.forgetToken()
  }
  await makeQueues(site)
  applyMigrations(configs.edge)
  for (const config of [configs.edge, configs.press]) sendWorker(config, secrets)
  dropSent(secrets, [configs.edge, configs.press])
}

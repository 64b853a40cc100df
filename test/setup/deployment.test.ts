import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parse } from "smol-toml"
import { expect, onTestFinished, test } from "vitest"
import { DeploymentFile } from "../../setup/deployment-file.ts"
import { halfMade } from "../../setup/half-made.ts"
import { SecretsFile } from "../../setup/secrets-file.ts"
import { withValue } from "../../setup/toml-value.ts"
import { configsOf } from "../../setup/worker-configs.ts"

const own = {
  account_id: "0123456789abcdef0123456789abcdef",
  domain: "print.paperbird.io",
  database_id: "6f1d2c3b-1111-4222-8333-444455556666",
}

test("a value is set in its table, and comments and all else stay", () => {
  const text = '# mine\nname = "print"\n\n[vars]\n# where mail comes from\nMAIL_FROM = "a@b.io"\n'
  const changed = withValue(withValue(text, null, "domain", "x.io"), "vars", "MAIL_FROM", 'A "B" <c@d.io>')
  expect(changed).toBe(
    '# mine\nname = "print"\ndomain = "x.io"\n\n[vars]\n# where mail comes from\nMAIL_FROM = "A \\"B\\" <c@d.io>"\n',
  )
  const first = withValue(withValue("", "vars", "BANK_NAME", "Bird"), null, "domain", "x.io")
  expect(parse(first)).toEqual({ domain: "x.io", vars: { BANK_NAME: "Bird" } })
  expect(withValue(changed, null, "domain", "x.io")).toBe(changed)
})

test("one file says the values of both Workers, and renames every resource", () => {
  const file = givenFile('name = "stage"\n')
  for (const key of ["account_id", "domain", "database_id"] as const) file.keep(key, own[key])
  file.keepVar("PAYPAL_CLIENT_ID", "AbC")
  const { edge, press } = configsOf(file.read())
  expect([edge.name, press.name, edge.databaseName]).toEqual(["stage", "stage-press", "stage"])
  for (const { vars, databaseId, toml } of [edge, press]) {
    expect([databaseId, vars.APP_ORIGIN, vars.PAYPAL_CLIENT_ID]).toEqual([
      own.database_id,
      "https://print.paperbird.io",
      "AbC",
    ])
    expect(toml.account_id).toBe(own.account_id)
    expect(JSON.stringify(toml)).not.toContain('"sheetsmith')
  }
  expect(edge.toml.routes).toEqual([{ pattern: own.domain, custom_domain: true }])
  expect([edge.toml.workers_dev, press.toml.workers_dev, press.toml.routes]).toEqual([
    false,
    false,
    undefined,
  ])
  expect(press.consumers.map(({ queue }) => queue)).toContain("stage-render-dead")
  expect(configsOf(file.read()).edge.tag).toBe(edge.tag)
  expect(edge.databases).toEqual([{ binding: "DB", name: "stage", id: own.database_id }])
  file.keepVar("BANK_NAME", "Bird Bank")
  expect(configsOf(file.read()).edge.tag).not.toBe(edge.tag)
})

test("more databases are bound by both Workers, and one without an id is not deployed", () => {
  const file = givenFile(`name = "stage"\ndatabases = 3\ndatabase_id = "${own.database_id}"\n`)
  file.keepDatabase("DB_1", "11111111-1111-4222-8333-444455556666")
  const { edge, press } = configsOf(file.read())
  expect(edge.databases.map(({ binding, name }) => [binding, name])).toEqual([
    ["DB", "stage"],
    ["DB_1", "stage-1"],
    ["DB_2", "stage-2"],
  ])
  expect(press.toml.d1_databases).toEqual(edge.toml.d1_databases)
  expect(halfMade(file.read(), { edge, press }, {}).join("\n")).toContain("database_ids.DB_2 is missing")
})

test("a misspelt key or setting of the deployment is named", () => {
  const misspelt = givenFile('[vars]\nMAIL_FORM = "a@b.io"\n')
  expect(() => configsOf(misspelt.read())).toThrow("[vars]: no setting is named MAIL_FORM")
  expect(() => givenFile('domian = "b.io"\n').read()).toThrow(/deployment\.toml: .*domian/)
})

test("what is missing or a sample is named before anything is built, never its value", () => {
  const file = givenFile("")
  const left = halfMade(file.read(), configsOf(file.read()), {
    TURNSTILE_SECRET: "1x0000000000000000000000000000000AA",
  })
  const named = left.map((line) => line.split(" ")[0])
  for (const name of [
    ...["account_id", "domain", "database_id", "APP_ORIGIN", "MAIL_FROM", "CONTACT_EMAIL", "BANK_IBAN"],
    ...[
      "TURNSTILE_SITE_KEY",
      "TURNSTILE_SECRET",
      "PAYPAL_CLIENT_ID",
      "PAYPAL_MERCHANT_ID",
      "PAYPAL_WEBHOOK_ID",
    ],
  ])
    expect(named).toContain(name)
  expect(left.join()).not.toMatch(/DE89|1x0000/)
})

test("secrets lie in a file of their owner's alone, and are sent once to each Worker", () => {
  const { path } = givenFile("")
  const secrets = new SecretsFile(path)
  secrets.keep("SESSION_KEY", "one")
  expect(secrets.path).toBe(path.replace(".toml", ".secrets.json"))
  expect(statSync(secrets.path).mode & 0o777).toBe(0o600)
  secrets.markSent("edge", { SESSION_KEY: "one" })
  expect(secrets.unsent("edge", ["SESSION_KEY", "TOKEN_KEYS"])).toEqual([])
  expect(secrets.unsent("press", ["SESSION_KEY", "TOKEN_KEYS"])).toEqual(["SESSION_KEY"])
  // A value that is kept again is sent again: the Worker's may have been changed elsewhere.
  secrets.markSent("press", { SESSION_KEY: "one" })
  secrets.keep("SESSION_KEY", "one")
  expect(secrets.unsent("edge", ["SESSION_KEY"])).toEqual(["SESSION_KEY"])
  expect(secrets.unsent("press", ["SESSION_KEY"])).toEqual(["SESSION_KEY"])
  secrets.markSent("edge", { SESSION_KEY: "two" })
  expect(secrets.unsent("edge", ["SESSION_KEY"])).toEqual(["SESSION_KEY"])
  secrets.forget("SESSION_KEY")
  expect(readFileSync(secrets.path, "utf8")).not.toContain('"one"')
})

function givenFile(text: string): DeploymentFile {
  const folder = mkdtempSync(join(tmpdir(), "deployment-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "deployment.toml")
  writeFileSync(path, text)
  return new DeploymentFile(path)
}
